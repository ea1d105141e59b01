// Kalah(4,3), standard rule: places 0-3 South's holes, 4 South's pot, 5-8 North's holes 4..1, 9
// North's pot; five bits each, the turn in bit 50. Positions come back at other plies, so all are kept.
#include "enumerate.hpp"

struct Kalah {
    static const int MOST_MOVES = 4;
    static const int HOLES = 4;
    static Key start() {
        Key key = 0;
        for (int i = 0; i < 10; i++) if (i != 4 && i != 9) key |= 3ull << 5 * i;
        return key;
    }
    static int get(Key key, int i) { return key >> 5 * i & 31; }
    static int side(Key key, int player) {
        int sum = 0;
        for (int i = 0; i < HOLES; i++) sum += get(key, 5 * player + i);
        return sum;
    }
    static int result(Key key) {
        if (side(key, 0) + side(key, 1)) return 0;
        int margin = get(key, 4) - get(key, 9);
        return margin > 0 ? 1 : margin < 0 ? 2 : 3;
    }
    static int successors(Key key, Key* out) {
        int count = 0, player = key >> 50 & 1, pot = 5 * player + 4, other = 9 - pot + 4;
        for (int hole = 0; hole < HOLES; hole++) {
            int at = 5 * player + hole, hand = get(key, at);
            if (!hand) continue;
            Key child = key & ~(31ull << 5 * at);
            while (hand--) {
                at = at == 9 ? 0 : at + 1;
                if (at == other) at = at == 9 ? 0 : at + 1;
                child += 1ull << 5 * at;
            }
            if (at != pot) {
                int facing = 8 - at;
                if (at / 5 == player && at != pot && get(child, at) == 1 && get(child, facing)) {
                    child += (Key)(1 + get(child, facing)) << 5 * pot;
                    child &= ~(31ull << 5 * at | 31ull << 5 * facing);
                }
                child ^= 1ull << 50;
            }
            if (!side(child, 0) || !side(child, 1)) {
                Key south = get(child, 4) + side(child, 0), north = get(child, 9) + side(child, 1);
                child = south << 20 | north << 45;
            }
            out[count++] = child;
        }
        return count;
    }
};

int main() { return enumerate<Kalah, true>(); }
