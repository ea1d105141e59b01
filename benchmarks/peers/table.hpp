// What the peers share: a hash table of positions with batched prefetch.
#pragma once
#include "measure.hpp"
#include <cstdlib>
#include <vector>
#include <sys/mman.h>

using Key = uint64_t;
static const Key EMPTY = ~0ull;

struct Table {
    Key* slots = nullptr;
    uint64_t mask = 0;
    size_t bytes = 0;
    void resize(uint64_t capacity) {
        if (slots) munmap(slots, bytes);
        bytes = capacity * sizeof(Key);
        slots = (Key*)mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        madvise(slots, bytes, MADV_HUGEPAGE);
        mask = capacity - 1;
        clear();
    }
    void clear() { for (uint64_t i = 0; i <= mask; i++) slots[i] = EMPTY; }
    uint64_t place(Key h) const {
        h ^= h >> 32; h *= 0x9E3779B97F4A7C15ull; h ^= h >> 29;
        return h & mask;
    }
    bool insert(Key key, uint64_t slot) {
        while (slots[slot] != EMPTY) {
            if (slots[slot] == key) return false;
            slot = (slot + 1) & mask;
        }
        slots[slot] = key;
        return true;
    }
    void grow() {
        Table larger;
        larger.resize((mask + 1) * 2);
        for (uint64_t i = 0; i <= mask; i++)
            if (slots[i] != EMPTY) larger.insert(slots[i], larger.place(slots[i]));
        munmap(slots, bytes);
        *this = larger;
    }
};

// Find what positions lead to: children are asked for ahead, all but a few are then looked up.
template <class Game> void expand(const std::vector<Key>& frontier, std::vector<Key>& next, Table& table) {
    const int RING = 256, DEPTH = 32;
    Key ring[RING], out[Game::MOST_MOVES]; uint64_t slots[RING];
    unsigned head = 0, tail = 0;
    table.clear();
    auto drain = [&](unsigned most) {
        while (tail - head > most) {
            Key key = ring[head % RING];
            if (table.insert(key, slots[head % RING])) next.push_back(key);
            head++;
        }
    };
    for (Key key : frontier) {
        if (Game::result(key)) continue;
        int count = Game::successors(key, out);
        for (int k = 0; k < count; k++) {
            slots[tail % RING] = table.place(out[k]);
            __builtin_prefetch(&table.slots[slots[tail % RING]], 1);
            ring[tail++ % RING] = out[k];
        }
        drain(DEPTH);
        if ((next.size() + DEPTH + Game::MOST_MOVES) * 10 > (table.mask + 1) * 6) {
            drain(0);
            table.grow();
        }
    }
    drain(0);
}
