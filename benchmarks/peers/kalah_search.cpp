// Kalah(6,4), standard rule: alpha-beta by null windows (MTD(f)), as one would write it by hand.
// The same search as the generated one: a table of 16-byte records, four to a line of the cache, kept
// by the work they took; another turn first, then beans made safe, then moves that were good before;
// the pots are no part of a key, and no more can change hands than there are beans in the holes.
//
// Run: kalah_search DEPTH MEGABYTES; prints the nodes, the value, and what they took.
#include "measure.hpp"
#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>

static const int LIMIT = 96, SURELY = 127, FAR = 1 << 20;

// Places 0-5 South's holes, 6 South's pot, 7-12 North's holes, 13 North's pot, 14 whose turn it is.
struct Position {
    uint8_t at[16];
    int ahead() const { return at[6] - at[13]; }
    int open() const { return 48 - at[6] - at[13]; }
    int side(int player) const {
        int sum = 0;
        for (int i = 7 * player; i < 7 * player + 6; i++) sum += at[i];
        return sum;
    }
};

// A record is the position without its pots. Their room, and the room above, is for what is known:
// low: worth at most (8 bits, where South's pot was); high: 40 bits of beans, the turn, then depth 7,
// work 4, move 3, worth at least 8.
struct Record { uint64_t low, high; };
static const uint64_t LOW = ~(0xFFull << 48), HIGH = (1ull << 41) - 1;

struct Known { int depth, work, move, least, most; };

static Known known_of(const Record& r) {
    uint64_t data = r.high >> 41;
    return {int(data & 127), int(data >> 7 & 15), int(data >> 11 & 7), int(data >> 14 & 255) - LIMIT,
            int(r.low >> 48 & 255) - LIMIT};
}

static Record key_of(const Position& p) {
    Record key;
    std::memcpy(&key, p.at, 16);
    return {key.low & LOW, (key.high & ((1ull << 40) - 1)) | uint64_t(p.at[14]) << 40};
}

static Record* table;
static uint64_t mask, nodes;
static int64_t history[12];

static Record* bucket_of(const Record& key) {
    uint64_t h = key.low ^ key.high * 0xD6E8FEB86659FD93ull;
    h ^= h >> 32; h *= 0x9E3779B97F4A7C15ull; h ^= h >> 29;
    return table + (h & mask) * 4;
}

static bool same(const Record& r, const Record& key) {
    return (r.low & LOW) == key.low && (r.high & HIGH) == key.high && r.high >> 41;
}

static int work_of(uint64_t count) {
    int work = 0;
    while (count > 4 && work < 15) count >>= 2, work++;
    return work;
}

static void keep(const Record& key, int value, bool above, int depth, int move, uint64_t count) {
    Record *bucket = bucket_of(key), *chosen = bucket;
    int least = -LIMIT, most = LIMIT, fewest = 99;
    for (int way = 0; way < 4; way++) {
        Known known = known_of(bucket[way]);
        if (same(bucket[way], key)) {
            chosen = bucket + way;
            if (known.depth == depth) least = known.least, most = known.most;
            break;
        }
        int work = known.depth ? known.work : -1;
        if (work < fewest) fewest = work, chosen = bucket + way;
    }
    if (above) least = std::max(least, value); else most = std::min(most, value);
    uint64_t data = depth | work_of(count) << 7 | move << 11 | uint64_t(least + LIMIT) << 14;
    *chosen = {key.low | uint64_t(most + LIMIT) << 48, key.high | data << 41};
}

static bool play(const Position& p, int hole, Position& out) {
    int player = p.at[14], at = 7 * player + hole, hand = p.at[at];
    if (!hand) return false;
    int pot = 7 * player + 6, other = 13 - 7 * player;
    out = p;
    out.at[at] = 0;
    while (hand--) {
        at = at == 13 ? 0 : at + 1;
        if (at == other) at = at == 13 ? 0 : at + 1;
        out.at[at]++;
    }
    if (at != pot) {
        int facing = 12 - at;
        if (at >= 7 * player && at < pot && out.at[at] == 1 && out.at[facing]) {
            out.at[pot] += 1 + out.at[facing];
            out.at[at] = out.at[facing] = 0;
        }
        out.at[14] = !player;
    }
    int south = out.side(0), north = out.side(1);
    if (!south || !north) {
        out.at[6] += south, out.at[13] += north;
        for (int i = 0; i < 6; i++) out.at[i] = out.at[7 + i] = 0;
        out.at[14] = 0;
    }
    return true;
}

struct Child { Position position; int hole; int64_t hope; };

static int search(const Position& p, int depth, int goal, bool& sure) {
    nodes++;
    int stood = p.ahead(), open = p.open();
    sure = true;
    if (stood - open >= goal) return stood - open;
    if (stood + open < goal) return stood + open;
    Record key = key_of(p), *bucket = bucket_of(key);
    int hint = -1;
    for (int way = 0; way < 4; way++) {
        if (!same(bucket[way], key)) continue;
        Known known = known_of(bucket[way]);
        hint = known.move;
        if (known.depth > depth || depth <= 0) {
            sure = known.depth == SURELY;
            if (stood + known.least >= goal) return stood + known.least;
            if (stood + known.most < goal) return stood + known.most;
        }
        break;
    }
    if (depth <= 0) { sure = false; return stood; }
    int player = p.at[14], best = player ? FAR : -FAR, chosen = 0, count = 0;
    bool mine = !player;
    Child children[6];
    for (int hole = 0; hole < 6; hole++) {
        Child child;
        if (!play(p, hole, child.position)) continue;
        int ahead = child.position.ahead(), left = child.position.open();
        int lowest = ahead - left, highest = ahead + left;
        if (mine ? lowest >= goal : highest < goal) { sure = true; return mine ? lowest : highest; }
        if (mine ? highest < goal : lowest >= goal) {
            int worth = mine ? highest : lowest;
            if (mine ? worth > best : worth < best) best = worth, chosen = hole;
            continue;
        }
        __builtin_prefetch(bucket_of(key_of(child.position)));
        child.hole = hole;
        child.hope = int64_t(mine ? ahead - stood : stood - ahead) << 32;
        if (child.position.at[14] == player) child.hope += 1ll << 46;
        child.hope += history[6 * player + hole];
        if (hole == hint) child.hope += 1ll << 58;
        int at = count++;
        for (; at > 0 && children[at - 1].hope < child.hope; at--) children[at] = children[at - 1];
        children[at] = child;
    }
    sure = true;
    if (!count) return best;
    uint64_t before = nodes;
    bool all_sure = true, cut = false;
    for (int i = 0; i < count && !cut; i++) {
        bool child_sure;
        int value = search(children[i].position, depth - 1, goal, child_sure);
        if (mine ? value > best : value < best) best = value, chosen = children[i].hole;
        cut = mine ? value >= goal : value < goal;
        if (cut) {
            history[6 * player + children[i].hole] += 1 + work_of(nodes - before);
            best = value, all_sure = child_sure;
        } else {
            all_sure &= child_sure;
        }
    }
    sure = all_sure;
    keep(key, best - stood, best >= goal, sure ? SURELY : depth + 1, chosen, nodes - before);
    return best;
}

int main(int count, char** words) {
    int depth = count > 1 ? std::atoi(words[1]) : 16, megabytes = count > 2 ? std::atoi(words[2]) : 256;
    size_t bytes = size_t(megabytes) << 20;
    Measure measure;
    table = (Record*)mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(table, bytes, MADV_HUGEPAGE);
    mask = bytes / 64 - 1;
    Position start{};
    for (int i = 0; i < 6; i++) start.at[i] = start.at[7 + i] = 4;
    int guess = 0;
    bool sure;
    for (int ply = 2; ply <= depth; ply += 2) {
        int below = -LIMIT, above = LIMIT;
        while (below < above) {
            int goal = std::max(below + 1, std::min(guess, above));
            guess = search(start, ply, goal, sure);
            if (guess >= goal) below = guess; else above = guess;
        }
        guess = below;
    }
    std::printf("%llu %d", (unsigned long long)nodes, guess);
    measure.print();
}
