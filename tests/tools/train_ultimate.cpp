// Trains the net of ultimate tic-tac-toe (core/engines/ultimate/net.py) by games with itself alone; tests/tools/train.py
// compiles and calls it.
//
//   train NET RULE SECONDS DEPTH FROM TO      goes on where NET was, or begins; the rate falls from FROM to TO
//   match NET OTHER RULE GAMES NODES SEED     from openings of 2 to 4 random plies, each played from both sides
//   write NET FILE                            the 16-bit integers that the engine reads
//
// RULE is draw or count, SECONDS are of processor time.
//
// A game begins with up to nine random plies; of seven games in ten one move in eight is drawn by what the net guesses of
// the moves, else the best by a search of DEPTH plies is made. What is learnt of a position is TD(lambda) on what the
// searches said after it, cut where another move than the best was drawn. Positions are learnt turned, mirrored and with
// colours swapped, at random. Features, units and lanes are those of the engine.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <vector>
using std::vector;
typedef uint16_t u16;
typedef uint64_t u64;

const int UNITS = 32, CODES = 19683, FREE = 9, ALL = 511;
const int BOARD_ROWS = 255, MOVER = 9 * BOARD_ROWS, FREE_CHOICE = MOVER + 2 * 9 * 27;
const int BIAS = FREE_CHOICE + 2, ROWS = BIAS + 1;
const float LOGIT = 1000, LAMBDA = 0.8f, EXPLORING = 0.7f, EXPLORED = 0.12f, WARMTH = 0.7f, USES = 1.5f;
const int BATCH = 512, KEPT = 400000, REBUILT = 600, WON = 1000000, INFINITE = 10000000;
const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {0, 3, 6}, {2, 4, 6}, {1, 4, 7}, {0, 4, 8}, {2, 5, 8}, {6, 7, 8}};  // as in the file
enum { GOES_ON, X_WON, O_WON, DRAWN };

std::mt19937_64 generator(1);
int below(int n) { return generator() % n; }
float uniform() { return (generator() >> 40) * (1.0f / (1 << 24)); }
double spent() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

// Tables by the code of a board, nine ternary digits: 0 empty, 1 X, 2 O.
int POWER[9], TURN[8][9];
bool HAS_LINE[512];
uint8_t STATUS[CODES], KIND[2][CODES];
u16 EMPTY[CODES], TURNED[8][CODES], SWAPPED[CODES];
vector<int> FEATURES[CODES];
u64 BOARD_KEY[9][CODES], WHERE_KEY[2][10];

void make_tables() {
    for (int set = 0; set < 512; set++)
        for (auto& line : LINES) HAS_LINE[set] |= (set >> line[0] & set >> line[1] & set >> line[2]) & 1;
    for (int c = 0; c < 9; c++) POWER[c] = c ? 3 * POWER[c - 1] : 1;
    for (int turn = 0; turn < 8; turn++)
        for (int c = 0; c < 9; c++) {
            int row = c / 3, column = c % 3;
            for (int k = 0; k < (turn & 3); k++) std::swap(row, column), column = 2 - column;
            TURN[turn][c] = 3 * row + (turn & 4 ? 2 - column : column);
        }
    for (int code = 0; code < CODES; code++) {
        int x = 0, o = 0, digit[9], x_wins = 0, o_wins = 0;
        for (int c = 0; c < 9; c++) {
            digit[c] = code / POWER[c] % 3;
            x |= (digit[c] == 1) << c, o |= (digit[c] == 2) << c;
            SWAPPED[code] += POWER[c] * (digit[c] ? 3 - digit[c] : 0);
            for (int turn = 0; turn < 8; turn++) TURNED[turn][code] += digit[c] * POWER[TURN[turn][c]];
        }
        EMPTY[code] = ALL & ~(x | o);
        STATUS[code] = HAS_LINE[x] ? X_WON : HAS_LINE[o] ? O_WON : EMPTY[code] ? GOES_ON : DRAWN;
        auto& found = FEATURES[code];
        if (STATUS[code]) {
            found = {252 + STATUS[code] - 1};
            continue;
        }
        for (int l = 0; l < 8; l++)
            found.push_back(27 * l + digit[LINES[l][0]] + 3 * digit[LINES[l][1]] + 9 * digit[LINES[l][2]]);
        for (int c = 0; c < 9; c++)
            if (!digit[c]) {
                int who = HAS_LINE[x | 1 << c] + 2 * HAS_LINE[o | 1 << c];
                x_wins += who & 1, o_wins += who >> 1;
                if (who) found.push_back(216 + 3 * c + who - 1);
            }
        x_wins = std::min(x_wins, 2), o_wins = std::min(o_wins, 2);
        found.push_back(243 + 3 * x_wins + o_wins);
        int cells = __builtin_popcount(EMPTY[code]), room = (cells > 3) + (cells > 6);
        KIND[0][code] = 9 * x_wins + 3 * o_wins + room, KIND[1][code] = 9 * o_wins + 3 * x_wins + room;
    }
    for (auto& keys : BOARD_KEY)
        for (auto& key : keys) key = generator();
    for (auto& keys : WHERE_KEY)
        for (auto& key : keys) key = generator();
}

struct Position {
    u16 code[9] = {};
    int x = 0, o = 0, live = ALL;  // boards won and going on, a bit each
    int where = FREE, side = 0, marks = 0;
    bool over = false;
    float result = 0.5f;  // of X, once it is over

    int moves(int* found) const {
        int n = 0;
        for (int b = 0; b < 9; b++)
            if (live >> b & 1 && (where == FREE || where == b))
                for (int cells = EMPTY[code[b]]; cells; cells &= cells - 1) found[n++] = 9 * b + __builtin_ctz(cells);
        return n;
    }
    Position after(int move, bool count) const {
        Position p = *this;
        int b = move / 9, c = move % 9;
        p.code[b] += POWER[c] << side;
        if (int status = STATUS[p.code[b]]) {
            p.live ^= 1 << b, p.x |= (status == X_WON) << b, p.o |= (status == O_WON) << b;
            int lead = count ? __builtin_popcount(p.x) - __builtin_popcount(p.o) : 0;
            bool won = HAS_LINE[side ? p.o : p.x];
            p.over = won || !p.live;
            p.result = won ? 1 - side : lead > 0 ? 1 : lead < 0 ? 0 : 0.5f;
        }
        p.where = p.live >> c & 1 ? c : FREE, p.side = 1 - side, p.marks++;
        return p;
    }
    int value() const { return result == 0.5f ? 0 : ((result == 1) == !side ? 1 : -1) * (WON + 81 - marks); }
};

int mover_row(int side, int where, int code) {
    return where == FREE ? FREE_CHOICE + side : MOVER + 27 * (9 * side + where) + KIND[side][code];
}

struct alignas(64) Units {
    int16_t lane[UNITS];
    Units& operator+=(const Units& other) {
        for (int j = 0; j < UNITS; j++) lane[j] += other.lane[j];
        return *this;
    }
    Units& operator-=(const Units& other) {
        for (int j = 0; j < UNITS; j++) lane[j] -= other.lane[j];
        return *this;
    }
};

struct Net {
    vector<float> weights = vector<float>(ROWS * UNITS + 1), means = weights, squares = weights;  // the last is the zero
    double steps = 0, games = 0, positions = 0;
    vector<Units> board = vector<Units>(9 * CODES);
    Units row[ROWS];
    int zero;

    bool read(const char* path) {
        FILE* file = fopen(path, "rb");
        if (!file) return false;
        size_t n = 0;
        for (auto* each : {&weights, &means, &squares}) n += fread(each->data(), 4, each->size(), file);
        for (auto* each : {&steps, &games, &positions}) n += fread(each, 8, 1, file);
        fclose(file);
        if (n != 3 * weights.size() + 3) fprintf(stderr, "%s is not a net of this kind\n", path), exit(1);
        build();
        return true;
    }
    void write(const char* path) const {
        std::string beside = std::string(path) + ".new";
        FILE* file = fopen(beside.c_str(), "wb");
        for (auto* each : {&weights, &means, &squares}) fwrite(each->data(), 4, each->size(), file);
        for (auto* each : {&steps, &games, &positions}) fwrite(each, 8, 1, file);
        fclose(file);
        rename(beside.c_str(), path);
    }
    void begin() {
        for (int i = 0; i < BIAS * UNITS; i++) weights[i] = (uniform() - .5f) * .06f;
        for (int j = 0; j < UNITS; j++) weights[BIAS * UNITS + j] = .05f;
        build();
    }
    void build() {
        for (int r = 0; r < ROWS; r++)
            for (int j = 0; j < UNITS; j++) row[r].lane[j] = lrintf(std::max(-32.f, std::min(32.f, weights[r * UNITS + j])) * LOGIT);
        for (int b = 0; b < 9; b++)
            for (int code = 0; code < CODES; code++) {
                Units sum = {};
                for (int f : FEATURES[code]) sum += row[BOARD_ROWS * b + f];
                board[CODES * b + code] = sum;
            }
        zero = lrintf(weights.back() * LOGIT);
    }
    Units hidden(const Position& p) const {
        Units sum = row[BIAS];
        for (int b = 0; b < 9; b++) sum += board[CODES * b + p.code[b]];
        return sum;
    }
    // What a move in board b makes of the units.
    Units after(Units units, const Position& p, const Position& next, int b) const {
        units -= board[CODES * b + p.code[b]];
        return units += board[CODES * b + next.code[b]];
    }
    // For the player to move, in thousandths of a logit.
    int guess(Units units, const Position& p) const {
        units += row[mover_row(p.side, p.where, p.where == FREE ? 0 : p.code[p.where])];
        int sum = 0;
        for (int j = 0; j < UNITS; j += 2) sum += std::max<int>(units.lane[j], 0) - std::max<int>(units.lane[j + 1], 0);
        return (p.side ? -1 : 1) * (sum + zero);
    }
};

// As core/engines/ultimate/net_search.py; ``table`` is empty where small depths are searched.
struct Search {
    struct Entry {
        u64 key;
        int value, move, depth, bound;
    };
    struct Child {
        int order, move, worth;
    };
    const Net& net;
    bool count;
    vector<Entry> table;
    long nodes = 0, most = 0;
    int depth = 0;

    Search(const Net& net, bool count, int size) : net(net), count(count), table(size) {}
    bool stopped() const { return most && nodes > most; }

    int value(const Position& p, const Units& hidden, int depth, int alpha, int beta, int* choice = nullptr) {
        int moves[81], n = p.moves(moves), best = -INFINITE, chosen = -1, least = alpha;
        if (depth <= 1 && !choice) {
            for (int i = 0; i < n; i++) {
                Position next = p.after(moves[i], count);
                nodes++;
                int v = next.over ? -next.value() : -net.guess(net.after(hidden, p, next, moves[i] / 9), next);
                if (v > best && (best = v) >= beta) return v;
            }
            return best;
        }
        Entry* entry = nullptr;
        u64 key = WHERE_KEY[p.side][p.where];
        if (table.size()) {
            for (int b = 0; b < 9; b++) key ^= BOARD_KEY[b][p.live >> b & 1 ? p.code[b] : CODES - STATUS[p.code[b]]];
            entry = &table[key % table.size()];
            if (entry->key == key) {
                chosen = entry->move;
                if (entry->depth >= depth && !choice && (entry->bound == 0 || (entry->bound > 0 ? entry->value >= beta : entry->value <= alpha)))
                    return entry->value;
            }
        }
        Child children[81];
        for (int i = 0; i < n; i++) {
            Position next = p.after(moves[i], count);
            nodes++;
            int worth = next.over ? -next.value() : -net.guess(net.after(hidden, p, next, moves[i] / 9), next);
            if (worth > WON - 100 && next.over) {
                if (choice) *choice = moves[i];
                return worth;
            }
            children[i] = {moves[i] == chosen ? INFINITE : worth, moves[i], worth};
        }
        std::sort(children, children + n, [](const Child& a, const Child& b) { return a.order > b.order; });
        chosen = -1;
        for (int rank = 0; rank < n; rank++) {
            int move = children[rank].move, v;
            Position next = p.after(move, count);
            bool closes = next.live != p.live;
            if (next.over) v = -next.value();
            else {
                Units units = net.after(hidden, p, next, move / 9);
                int futile = depth == 2 ? 150 : depth == 3 ? 400 : INFINITE, less = 0;
                if (table.size()) {
                    if (rank && !closes && children[rank].worth + futile <= alpha && alpha > -WON / 2) {
                        best = std::max(best, alpha);
                        break;
                    }
                    if (!closes) less = std::min(depth - 2, (depth >= 3 && rank >= 2) + (depth > 3 && rank >= 6));
                }
                if (depth == 1) v = children[rank].worth;
                else {
                    v = rank ? alpha + 1 : alpha;
                    if (rank) {
                        v = -value(next, units, depth - 1 - less, -alpha - 1, -alpha);
                        if (less && v > alpha) v = -value(next, units, depth - 1, -alpha - 1, -alpha);
                    }
                    if (!rank || (v > alpha && v < beta)) v = -value(next, units, depth - 1, -beta, -alpha);
                }
            }
            if (stopped()) {
                if (choice && chosen >= 0) *choice = chosen;
                return best;
            }
            if (v > best) {
                best = v, chosen = move;
                if (v > alpha && (alpha = v) >= beta) break;
            }
        }
        if (entry) *entry = {key, best, chosen, depth, best >= beta ? 1 : best <= least ? -1 : 0};
        if (choice) *choice = chosen;
        return best;
    }
    // The best move within so many nodes, by deepening.
    int move(const Position& p, long nodes_allowed) {
        int moves[81], n = p.moves(moves), best = moves[0];
        if (n == 1) return best;
        Units hidden = net.hidden(p);
        nodes = 0, most = nodes_allowed;
        for (depth = 1; depth < 60 && !stopped(); depth++) {
            int choice = -1, v = value(p, hidden, depth, -INFINITE, INFINITE, &choice);
            if (choice >= 0) best = choice;
            if (!stopped() && abs(v) > WON - 200) break;
        }
        return best;
    }
};

float chance(float logits) { return 1 / (1 + expf(-logits)); }

struct Record {
    u16 code[9];
    uint8_t where, side;
    float target;
};

void learn(Net& net, const vector<Record>& kept, float rate, double& loss, double& seen) {
    static vector<float> gradient(ROWS * UNITS + 1);
    std::fill(gradient.begin(), gradient.end(), 0.f);
    float* W = net.weights.data();
    for (int k = 0; k < BATCH; k++) {
        const Record& r = kept[below(kept.size())];
        int turn = below(8), swap = below(2), rows[300], n = 0, to = 0;
        for (int b = 0; b < 9; b++) {
            int at = TURN[turn][b], code = TURNED[turn][r.code[b]];
            if (swap) code = SWAPPED[code];
            if (b == r.where) to = code;
            for (int f : FEATURES[code]) rows[n++] = BOARD_ROWS * at + f;
        }
        rows[n++] = mover_row(r.side ^ swap, r.where == FREE ? FREE : TURN[turn][r.where], to);
        rows[n++] = BIAS;
        float hidden[UNITS] = {}, back[UNITS], logits = W[ROWS * UNITS];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < UNITS; j++) hidden[j] += W[rows[i] * UNITS + j];
        for (int j = 0; j < UNITS; j++) logits += (j & 1 ? -1 : 1) * std::max(hidden[j], 0.f);
        float target = swap ? 1 - r.target : r.target, guess = chance(logits), error = guess - target;
        loss -= target * logf(guess + 1e-6f) + (1 - target) * logf(1 - guess + 1e-6f), seen++;
        // A unit just below zero still learns a little, or it would never come back.
        for (int j = 0; j < UNITS; j++) back[j] = (j & 1 ? -error : error) * (hidden[j] > 0 ? 1 : hidden[j] > -.5f ? .02f : 0);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < UNITS; j++) gradient[rows[i] * UNITS + j] += back[j];
        gradient[ROWS * UNITS] += error;
    }
    net.steps++;
    float first = 1 - powf(.9f, net.steps), second = 1 - powf(.999f, net.steps);
    for (int i = 0; i <= ROWS * UNITS; i++) {
        float g = gradient[i] / BATCH;
        net.means[i] = .9f * net.means[i] + .1f * g;
        net.squares[i] = .999f * net.squares[i] + .001f * g * g;
        W[i] -= rate * (net.means[i] / first) / (sqrtf(net.squares[i] / second) + 1e-6f);
    }
}

// One game of the net with itself: its positions, each with what is to be learnt.
void self_play(const Net& net, bool count, int depth, vector<Record>& found) {
    Search search(net, count, 0);
    Position p;
    int opening = below(10);
    float exploring = uniform() < EXPLORING ? EXPLORED : 0;
    vector<float> said;
    vector<char> cut;
    size_t first = found.size();
    while (!p.over) {
        int moves[81], n = p.moves(moves), move = moves[below(n)];
        if (p.marks >= opening) {
            Units hidden = net.hidden(p);
            int best, v = search.value(p, hidden, depth, -INFINITE, INFINITE, &best);
            float mine = abs(v) > WON - 200 ? v > 0 : chance(v / LOGIT);
            move = best;
            if (uniform() < exploring) {
                float weight[81], sum = 0;
                for (int i = 0; i < n; i++) {
                    Position next = p.after(moves[i], count);
                    int worth = next.over ? -next.value() : -net.guess(net.after(hidden, p, next, moves[i] / 9), next);
                    sum += weight[i] = expf(std::max(-8.f, std::min(8.f, worth / LOGIT)) / WARMTH);
                }
                float drawn = uniform() * sum;
                int i = 0;
                while (i < n - 1 && (drawn -= weight[i]) > 0) i++;
                move = moves[i];
            }
            Record r;
            memcpy(r.code, p.code, sizeof r.code);
            r.where = p.where, r.side = p.side;
            found.push_back(r), said.push_back(p.side ? 1 - mine : mine), cut.push_back(move != best);
        }
        p = p.after(move, count);
    }
    float later = p.result;
    for (int i = said.size() - 1; i >= 0; i--)
        found[first + i].target = later = cut[i] ? said[i] : (1 - LAMBDA) * said[i] + LAMBDA * later;
}

void train(const char* path, bool count, double seconds, int depth, float from, float to) {
    Net net;
    if (!net.read(path)) net.begin();
    generator.seed(1 + (u64)net.steps);
    vector<Record> kept, fresh;
    size_t oldest = 0;
    double begun = spent(), told = begun, owed = 0, loss = 0, seen = 0;
    for (long game = 1; spent() < begun + seconds; game++) {
        fresh.clear();
        self_play(net, count, depth, fresh);
        net.games++, net.positions += fresh.size(), owed += fresh.size() * USES;
        for (auto& r : fresh)
            if (kept.size() < KEPT) kept.push_back(r);
            else kept[oldest++ % KEPT] = r;
        float rate = from + (to - from) * std::min(1., (spent() - begun) / seconds);
        if (kept.size() >= 20000)
            for (; owed >= BATCH; owed -= BATCH) learn(net, kept, rate, loss, seen);
        if (game % REBUILT == 0) net.build();
        if (spent() > told + 20) {
            printf("%.0f s, %.0f games, %.0f positions, loss %.4f\n", spent() - begun, net.games, net.positions, loss / seen);
            fflush(stdout);
            loss = seen = 0, told = spent();
            net.write(path);
        }
    }
    net.write(path);
}

void match(const char* one, const char* other, bool count, int games, long nodes, int seed) {
    Net nets[2];
    if (!nets[0].read(one) || !nets[1].read(other)) fprintf(stderr, "there is no such net\n"), exit(1);
    Search ours(nets[0], count, 1 << 18), theirs(nets[1], count, 1 << 18);
    generator.seed(seed);
    double sum = 0, squares = 0;
    for (int pair = 0; pair < games / 2; pair++) {
        Position opening;
        for (int k = 2 + pair % 3; k; k--) {
            int moves[81], n = opening.moves(moves);
            opening = opening.after(moves[below(n)], count);
        }
        double score = 0;
        for (int side = 0; side < 2; side++) {
            Position p = opening;
            for (auto* each : {&ours, &theirs}) std::fill(each->table.begin(), each->table.end(), Search::Entry{});
            while (!p.over) p = p.after((p.side == side ? ours : theirs).move(p, nodes), count);
            score += (side ? 1 - p.result : p.result) / 2;
        }
        sum += score, squares += score * score;
    }
    double n = games / 2, mean = sum / n;
    printf("%d games: %.1f %% +- %.1f\n", games, 100 * mean, 196 * sqrt((squares / n - mean * mean) / n));
}

int main(int argc, char** argv) {
    make_tables();
    std::string what = argc > 1 ? argv[1] : "";
    if (what == "train" && argc == 8)
        train(argv[2], std::string(argv[3]) == "count", atof(argv[4]), atoi(argv[5]), atof(argv[6]), atof(argv[7]));
    else if (what == "match" && argc == 8)
        match(argv[2], argv[3], std::string(argv[4]) == "count", atoi(argv[5]), atol(argv[6]), atoi(argv[7]));
    else if (what == "write" && argc == 4) {
        Net net;
        if (!net.read(argv[2])) return fprintf(stderr, "there is no such net\n"), 1;
        FILE* file = fopen(argv[3], "wb");
        int16_t zero = net.zero;
        fwrite(net.row, sizeof(Units), ROWS, file);
        fwrite(&zero, 2, 1, file);
        fclose(file);
    } else
        return fprintf(stderr, "the top of the source says what can be asked\n"), 2;
}
