// Six men's morris: points 0-7 the outer ring, 8-15 the inner one, corners even; White's men in
// bits 0-15, Black's in 16-31, men in hand in bits 32-34 and 35-37, the turn in bit 38.
#include "enumerate.hpp"

struct Morris {
    static const int MOST_MOVES = 16 * 4 * 6;
    static const uint64_t ALL = 0xffff;
    static inline uint64_t near[16], mills[16][2];
    static inline int sides[16];
    static void prepare() {
        for (int ring = 0; ring < 16; ring += 8)
            for (int i = 0; i < 8; i++) {
                near[ring + i] = 1ull << (ring + (i + 1) % 8) | 1ull << (ring + (i + 7) % 8);
                if (i % 2) near[ring + i] |= 1ull << ((ring + i) ^ 8);
                sides[ring + i] = 0;
            }
        for (int ring = 0; ring < 16; ring += 8)
            for (int i = 0; i < 8; i += 2) {
                int points[3] = {ring + i, ring + i + 1, ring + (i + 2) % 8};
                uint64_t side = 0;
                for (int point : points) side |= 1ull << point;
                for (int point : points) mills[point][sides[point]++] = side;
            }
    }
    static Key start() { prepare(); return 6ull << 32 | 6ull << 35; }
    static bool in_mill(uint64_t men, int point) {
        for (int k = 0; k < sides[point]; k++)
            if ((men & mills[point][k]) == mills[point][k]) return true;
        return false;
    }
    static int result(Key key) {
        if (key >> 32 & 63) return 0;
        int turn = key >> 38 & 1;
        uint64_t own = key >> 16 * turn & ALL, free = ALL & ~(key | key >> 16);
        if (__builtin_popcountll(own) < 3) return 2 - turn;
        for (uint64_t men = own; men; men &= men - 1)
            if (near[__builtin_ctzll(men)] & free) return 0;
        return 2 - turn;
    }
    // A man has come to `point`: the positions that follow, one for each man it may take.
    static int arrive(Key key, int turn, int point, Key* out) {
        uint64_t own = key >> 16 * turn & ALL, other = key >> 16 * (1 - turn) & ALL;
        Key after = key ^ 1ull << 38;
        if (!in_mill(own, point) || !other) { out[0] = after; return 1; }
        uint64_t loose = 0;
        for (uint64_t men = other; men; men &= men - 1)
            if (!in_mill(other, __builtin_ctzll(men))) loose |= men & -men;
        int count = 0;
        for (uint64_t men = loose ? loose : other; men; men &= men - 1)
            out[count++] = after ^ (men & -men) << 16 * (1 - turn);
        return count;
    }
    static int successors(Key key, Key* out) {
        int count = 0, turn = key >> 38 & 1;
        uint64_t own = key >> 16 * turn & ALL, free = ALL & ~(key | key >> 16);
        if (key >> (32 + 3 * turn) & 7) {
            Key placed = key - (1ull << (32 + 3 * turn));
            for (; free; free &= free - 1) {
                int to = __builtin_ctzll(free);
                count += arrive(placed | 1ull << (to + 16 * turn), turn, to, out + count);
            }
            return count;
        }
        for (uint64_t men = own; men; men &= men - 1) {
            int from = __builtin_ctzll(men);
            for (uint64_t onto = near[from] & free; onto; onto &= onto - 1) {
                int to = __builtin_ctzll(onto);
                Key moved = key ^ (1ull << from | 1ull << to) << 16 * turn;
                count += arrive(moved, turn, to, out + count);
            }
        }
        return count;
    }
};

int main() { return enumerate<Morris, true>(); }
