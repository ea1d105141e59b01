// Connect Four 5×5: P0's pieces in bits 0-24 (row by row from the bottom), P1's in 25-49, turn 50.
#pragma once
#include <cstdint>

using Key = uint64_t;

struct ConnectFour {
    static const int MOST_MOVES = 5;
    static const uint64_t BOARD = (1ull << 25) - 1;
    static Key start() { return 0; }
    static bool line(uint64_t p, int d, uint64_t starts) {
        return p & p >> d & p >> 2 * d & p >> 3 * d & starts;
    }
    static bool won(uint64_t p) {
        return line(p, 1, 0x318c63) || line(p, 5, 0x3ff) || line(p, 6, 0x63) || line(p, 4, 0x318);
    }
    static int result(Key key) {
        uint64_t a = key & BOARD, b = key >> 25 & BOARD;
        if (won(a)) return 1;
        if (won(b)) return 2;
        return (a | b) == BOARD ? 3 : 0;
    }
    static int successors(Key key, Key* out) {
        uint64_t taken = (key | key >> 25) & BOARD, turn = key >> 50 & 1;
        int count = 0;
        for (int c = 0; c < 5; c++) {
            uint64_t column = 0x108421ull << c, free = column & ~taken;
            if (free) out[count++] = (key | (free & -free) << (25 * turn)) ^ 1ull << 50;
        }
        return count;
    }
};
