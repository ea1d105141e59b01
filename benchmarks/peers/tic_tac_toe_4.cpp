// Tic-tac-toe 4×4: A's cells in bits 0-15, B's in 16-31, the turn in bit 32.
#include "enumerate.hpp"

static const uint64_t LINES[10] = {0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111,
                                   0x2222, 0x4444, 0x8888, 0x8421, 0x1248};

struct TicTacToe {
    static const int MOST_MOVES = 16;
    static Key start() { return 0; }
    static int result(Key key) {
        uint64_t a = key & 0xffff, b = key >> 16 & 0xffff;
        for (uint64_t line : LINES) if ((a & line) == line) return 1;
        for (uint64_t line : LINES) if ((b & line) == line) return 2;
        return (a | b) == 0xffff ? 3 : 0;
    }
    static int successors(Key key, Key* out) {
        uint64_t free = ~(key | key >> 16) & 0xffff, turn = key >> 32;
        int count = 0;
        for (; free; free &= free - 1) out[count++] = (key | (free & -free) << (16 * turn)) ^ 1ull << 32;
        return count;
    }
};

int main() { return enumerate<TicTacToe>(); }
