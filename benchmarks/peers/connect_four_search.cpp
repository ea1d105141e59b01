// The value of positions of Connect Four 7×6: plain alpha-beta, written by hand, with a table.
// A line in is the columns played, digits from 0; a line out is 1, 0 or -1 for the player to move.
#include <bit>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using Word = std::uint64_t;

constexpr int COLUMNS = 7, ROWS = 6, STRIDE = ROWS + 1;
constexpr Word BOTTOM = 0x0040810204081ULL, BOARD = BOTTOM * ((Word(1) << ROWS) - 1);
constexpr int ORDER[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

struct Record {
    Word key = 0;
    int least = -1, most = 1;
};

std::vector<Record> table(1 << 24);

bool lined(Word own) {
    for (int step : {1, STRIDE - 1, STRIDE, STRIDE + 1}) {
        Word pairs = own & (own >> step);
        if (pairs & (pairs >> 2 * step)) return true;
    }
    return false;
}

// Return whether the player to move gets at least `goal`, where -1 is lost, 0 a draw and 1 won.
bool gets(Word own, Word taken, int goal) {
    Word landing = (taken + BOTTOM) & BOARD;
    if (!landing) return goal <= 0;
    for (Word left = landing; left; left &= left - 1)
        if (lined(own | (left & -left))) return true;
    Word other = own ^ taken, forced = 0;
    for (Word left = landing; left; left &= left - 1)
        if (lined(other | (left & -left))) forced |= left & -left;
    if (std::popcount(forced) > 1) return goal <= -1;
    Word moves = forced ? forced : landing;
    Word key = own + taken + BOTTOM;
    Record& record = table[(key * 0x9E3779B97F4A7C15ULL) >> 40];
    if (record.key == key && record.least >= goal) return true;
    if (record.key == key && record.most < goal) return false;
    bool found = false;
    for (int column : ORDER) {
        Word move = moves & (((Word(1) << ROWS) - 1) << column * STRIDE);
        if (move && !gets(other, taken | move, 1 - goal)) {
            found = true;
            break;
        }
    }
    if (record.key != key) record = Record{key, -1, 1};
    if (found) record.least = std::max(record.least, goal);
    else record.most = std::min(record.most, goal - 1);
    return found;
}

int main() {
    std::string played;
    while (std::getline(std::cin, played)) {
        Word own = 0, taken = 0;
        for (char digit : played) {
            Word column = ((Word(1) << ROWS) - 1) << (digit - '0') * STRIDE;
            own ^= taken;
            taken |= (taken + BOTTOM) & column;
        }
        int value = gets(own, taken, 1) ? 1 : gets(own, taken, 0) ? 0 : -1;
        std::cout << value << std::endl;
    }
}
