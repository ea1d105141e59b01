// Breakthrough 4×4, two ranks of pawns each: White's cells in bits 0-15, row by row from White's
// side, Black's in 16-31, the turn in bit 32.
#include "enumerate.hpp"

struct Breakthrough {
    static const int MOST_MOVES = 24;
    static const uint64_t LEFT = 0x1111, RIGHT = 0x8888, ALL = 0xffff;
    static Key start() { return 0x00ffull | 0xff00ull << 16; }
    static int result(Key key) {
        uint64_t white = key & ALL, black = key >> 16 & ALL;
        if (white & 0xf000 || !black) return 1;
        return black & 0x000f || !white ? 2 : 0;
    }
    template <int SHIFT> static uint64_t forward(uint64_t cells) {
        return SHIFT > 0 ? cells << SHIFT & ALL : cells >> -SHIFT;
    }
    // Pawns of `from` step by SHIFT bits onto cells of `onto`; OWN is the first bit of their board.
    template <int SHIFT, int OWN>
    static int steps(Key key, uint64_t from, uint64_t onto, Key* out) {
        int count = 0;
        const int OTHER = 16 - OWN;
        for (uint64_t reached = forward<SHIFT>(from) & onto; reached; reached &= reached - 1) {
            uint64_t to = reached & -reached, source = SHIFT > 0 ? to >> SHIFT : to << -SHIFT;
            out[count++] = ((key & ~(to << OTHER)) ^ (source | to) << OWN) ^ 1ull << 32;
        }
        return count;
    }
    static int successors(Key key, Key* out) {
        uint64_t white = key & ALL, black = key >> 16 & ALL;
        int count = 0;
        if (key >> 32) {
            count += steps<-4, 16>(key, black, ALL & ~(white | black), out);
            count += steps<-5, 16>(key, black & ~LEFT, ALL & ~black, out + count);
            count += steps<-3, 16>(key, black & ~RIGHT, ALL & ~black, out + count);
        } else {
            count += steps<4, 0>(key, white, ALL & ~(white | black), out);
            count += steps<3, 0>(key, white & ~LEFT, ALL & ~white, out + count);
            count += steps<5, 0>(key, white & ~RIGHT, ALL & ~white, out + count);
        }
        return count;
    }
};

int main() { return enumerate<Breakthrough, true>(); }
