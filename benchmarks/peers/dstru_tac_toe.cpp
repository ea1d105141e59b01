// DSTRU-TAC-TOE: Uno's positions in bits 0-15, Tres's in 16-31, turn in 32, go in 33.
#include "enumerate.hpp"

struct Dstru {
    static const int MOST_MOVES = 16;
    static const Key TURN = 1ull << 32, GO = 1ull << 33;
    static Key start() { return TURN; }
    static bool pattern(uint64_t p) {
        return (p & 0x000f) == 0x000f || (p & 0x1248) == 0x1248 || (p & 0xf000) == 0xf000;
    }
    static int result(Key key) {
        uint64_t uno = key & 0xffff, tres = key >> 16 & 0xffff;
        if (pattern(uno)) return 1;
        if ((uno | tres) == 0xffff) return 2;
        return pattern(tres) ? 3 : 0;
    }
    static int successors(Key key, Key* out) {
        uint64_t taken = (key | key >> 16) & 0xffff, free = ~taken & 0xffff;
        int count = 0;
        if (!(key & TURN)) {
            for (uint64_t p = taken; p; p &= p - 1) {
                uint64_t bit = p & -p;
                out[count++] = (key & ~(bit | bit << 16)) ^ TURN;
            }
        } else if (key & GO) {
            for (; free; free &= free - 1) out[count++] = (key | (free & -free)) ^ TURN ^ GO;
        } else {
            for (; free; free &= free - 1) out[count++] = (key | (free & -free) << 16) ^ GO;
        }
        return count;
    }
};

int main() { return enumerate<Dstru>(); }
