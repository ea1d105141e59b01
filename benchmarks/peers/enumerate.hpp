// A plain breadth-first enumeration, as one would write it by hand for one game: a per-layer
// open-addressing hash set with the same batched prefetch as the generated kernels.
//
// A game gives: Key start(), int result(Key), int successors(Key, Key* out), MOST_MOVES. With
// KEEP_ALL, for games whose positions can come back at another ply, all positions are kept.
#pragma once
#include "table.hpp"

// Prints positions, moves, positions that are over, and what they took.
template <class Game, bool KEEP_ALL = false> int enumerate() {
    Measure measure;
    std::vector<Key> frontier{Game::start()}, next;
    uint64_t positions = 1, moves = 0, over = 0;
    Table table; table.resize(1 << 12);
    table.insert(frontier[0], table.place(frontier[0]));
    const int RING = 256, DEPTH = 32;
    Key ring[RING], out[Game::MOST_MOVES]; uint64_t slots[RING];
    while (!frontier.empty()) {
        next.clear();
        if (!KEEP_ALL) table.clear();
        unsigned head = 0, tail = 0;
        auto drain = [&](unsigned most) {
            while (tail - head > most) {
                Key key = ring[head % RING];
                if (table.insert(key, slots[head % RING])) next.push_back(key);
                head++;
            }
        };
        for (Key key : frontier) {
            if (Game::result(key)) { over++; continue; }
            int count = Game::successors(key, out);
            moves += count;
            for (int k = 0; k < count; k++) {
                slots[tail % RING] = table.place(out[k]);
                __builtin_prefetch(&table.slots[slots[tail % RING]], 1);
                ring[tail++ % RING] = out[k];
            }
            drain(DEPTH);
            uint64_t held = next.size() + (KEEP_ALL ? positions : 0);
            if ((held + DEPTH + Game::MOST_MOVES) * 10 > (table.mask + 1) * 6) {
                drain(0);
                table.grow();
            }
        }
        drain(0);
        positions += next.size();
        frontier.swap(next);
    }
    std::printf("%llu %llu %llu", (unsigned long long)positions, (unsigned long long)moves,
                (unsigned long long)over);
    measure.print();
    return 0;
}
