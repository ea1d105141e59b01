// Connect Four 5×5 solved: value and distance of every position, as one would write it by hand.
//
// Forward, each ply's positions are found by a hash set with batched prefetch. Backward, a ply's
// positions with their codes fill a hash table, one word each, the code above the position; the ply
// before looks its children up there, a batch at a time. The kernels do the same, and sort each ply.
#include <algorithm>
#include "connect_four_5.hpp"
#include "table.hpp"

// A code is the first player's value (win 1, loss -1) above the plies to the end, in 6 bits.
static const int BITS = 51, NEVER = 63, BATCH = 16;

static void keep(Table& table, const std::vector<Key>& keys, const std::vector<int16_t>& codes) {
    const int DEPTH = 32;
    uint64_t slots[DEPTH];
    size_t size = keys.size();
    for (size_t i = 0; i < size + DEPTH; i++) {
        if (i >= DEPTH) {
            size_t j = i - DEPTH;
            uint64_t slot = slots[j % DEPTH];
            while (table.slots[slot] != EMPTY) slot = (slot + 1) & table.mask;
            table.slots[slot] = keys[j] | (uint64_t)(int64_t)codes[j] << BITS;
        }
        if (i < size) {
            slots[i % DEPTH] = table.place(keys[i]);
            __builtin_prefetch(&table.slots[slots[i % DEPTH]], 1);
        }
    }
}

static int code_of(const Table& table, Key key, uint64_t slot) {
    const Key low = (1ull << BITS) - 1;
    while ((table.slots[slot] & low) != key) slot = (slot + 1) & table.mask;
    return (int)((int64_t)table.slots[slot] >> BITS);
}

static void settle(const Table& table, const std::vector<Key>& keys, std::vector<int16_t>& codes) {
    static const int PAID[4] = {0, 1, -1, 0};
    Key kids[BATCH * 5], out[5];
    uint64_t slots[BATCH * 5];
    int counts[BATCH], ended[BATCH];
    for (size_t i = 0; i < keys.size(); i += BATCH) {
        size_t last = std::min(i + BATCH, keys.size());
        int made = 0;
        for (size_t j = i; j < last; j++) {
            ended[j - i] = ConnectFour::result(keys[j]);
            counts[j - i] = ended[j - i] ? 0 : ConnectFour::successors(keys[j], out);
            for (int k = 0; k < counts[j - i]; k++, made++) {
                kids[made] = out[k];
                slots[made] = table.place(out[k]);
                __builtin_prefetch(&table.slots[slots[made]]);
            }
        }
        made = 0;
        for (size_t j = i; j < last; j++) {
            if (ended[j - i]) { codes[j] = PAID[ended[j - i]] * (NEVER + 1); continue; }
            int sign = keys[j] >> 50 & 1 ? -1 : 1, best = -(1 << 30);
            for (int k = 0; k < counts[j - i]; k++, made++) {
                int code = code_of(table, kids[made], slots[made]);
                int value = (code >> 6) * sign, far = code & NEVER;
                best = std::max(best, value * 64 + (value > 0 ? NEVER - far : far));
            }
            int value = best >> 6, far = best & NEVER;
            far = (value > 0 ? NEVER - far : far) + 1;
            codes[j] = value * sign * 64 + far;
        }
    }
}

// Prints positions, those the first player wins, draws, and what they took.
int main() {
    Measure measure;
    std::vector<std::vector<Key>> layers{{ConnectFour::start()}};
    Table table;
    table.resize(1 << 12);
    while (!layers.back().empty()) {
        std::vector<Key> next;
        expand<ConnectFour>(layers.back(), next, table);
        layers.push_back(std::move(next));
    }
    layers.pop_back();
    uint64_t positions = 0, wins = 0, draws = 0;
    std::vector<std::vector<int16_t>> codes(layers.size());
    for (size_t ply = layers.size(); ply-- > 0;) {
        if (ply + 1 < layers.size()) {
            uint64_t capacity = 1 << 12;
            while (capacity * 6 < layers[ply + 1].size() * 10) capacity *= 2;
            table.resize(capacity);
            keep(table, layers[ply + 1], codes[ply + 1]);
        }
        codes[ply].resize(layers[ply].size());
        settle(table, layers[ply], codes[ply]);
        positions += codes[ply].size();
        for (int16_t code : codes[ply]) { wins += (code >> 6) > 0; draws += (code >> 6) == 0; }
    }
    std::printf("%llu %llu %llu", (unsigned long long)positions, (unsigned long long)wins,
                (unsigned long long)draws);
    measure.print();
    return 0;
}
