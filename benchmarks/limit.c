/* Auction Pitch in C: an estimate of the maximum speed, with which the engine is compared.
 *
 * The steps are those of the engine: a state that can be inspected between two decisions, a set of legal actions, a
 * choice among them, and act(), which does one action with all of its bookkeeping. The seed becomes cards in the same
 * way (ChaCha20, four draws from a word), the moves come from the same SplitMix64, and every option is implemented. So
 * the same seeds give the same matches, and the benchmark compares their results().
 *
 * C has two more advantages: the compiler knows the number of seats (-DSEATS=4) and the machine.
 */

#include <stdint.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#ifndef SEATS
#define SEATS 4
#endif

typedef uint64_t set;

enum { HAND = 6, PACK = 52, PASS = 52, FOUR = 4, NO_BID = -1, NO_CARD = -1, NO_SEAT = -1 };
enum { BEFORE_DEAL, BID, PITCH, PLAY };
enum { ON_FOUR, ON_ANY, NEVER };   /* dealer_match */
enum { LOW_DEALT, LOW_TAKEN };     /* low */
enum { TIE_NON_PITCHER, TIE_NOBODY }; /* cards_tie */
enum { REFUSED, PENALISED };       /* revoke */

struct state {
    uint32_t seed[8], stream[16];
    int8_t deck[PACK];
    int32_t deal, target, deals, bid;
    int8_t dealer, phase, dealer_match, low, cards_tie, revoke, bidder, spoken, trump;
    int8_t in_trick, led, winning, winning_seat, tricks;
    set acting, winners, trick;
    set hand[SEATS], may[SEATS], played[SEATS], taken[SEATS], renounced[SEATS];
    int32_t scores[SEATS], last_score[SEATS];
    int8_t on_table[SEATS], tricks_won[SEATS];
};

/* ---- Bits and cards: card c is rank c % 13 of suit c / 13 ---- */

#define CLUBS ((set)0x1FFF)
#define OF_RANK(r) ((set)0x8004002001 << (r))
static const set SUIT[4] = { CLUBS, CLUBS << 13, CLUBS << 26, CLUBS << 39 };

static inline set bit(int i) { return (set)1 << i; }
static inline int first(set s) { return __builtin_ctzll(s); }
static inline int last(set s) { return 63 - __builtin_clzll(s); }
static inline int count(set s) { return __builtin_popcountll(s); }
static inline int suit_of(int card) { return (unsigned)card * 79 >> 10; }
static inline int left_of(int seat) { return seat + 1 == SEATS ? 0 : seat + 1; }

static inline int nth(set s, int index)
{
#ifdef __BMI2__
    return first(_pdep_u64(bit(index), s));
#else
    while (index--) s &= s - 1;
    return first(s);
#endif
}

/* ---- Chance ---- */

#define ROTATED(x, left) ((x) << (left) | (x) >> (32 - (left)))
#define QUARTER(a, b, c, d)           \
    a += b, d = ROTATED(d ^ a, 16);   \
    c += d, b = ROTATED(b ^ c, 12);   \
    a += b, d = ROTATED(d ^ a, 8);    \
    c += d, b = ROTATED(b ^ c, 7)

/* A block is a chain of latencies, so plain words are faster than vectors. GCC would spill words into vector registers;
 * the stack is faster (67 ns a block instead of 93). */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#define IN_PLAIN_REGISTERS __attribute__((target("general-regs-only")))
#else
#define IN_PLAIN_REGISTERS
#endif

/* RFC 8439, section 2.3: a block of the stream. */
IN_PLAIN_REGISTERS
static void chacha20(const uint32_t *key, uint32_t counter, uint32_t n0, uint32_t n1, uint32_t n2, uint32_t *out)
{
    uint32_t start[16] = { 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574 }, x[16];
    memcpy(start + 4, key, 32);
    start[12] = counter, start[13] = n0, start[14] = n1, start[15] = n2;
    memcpy(x, start, sizeof x);
    for (int i = 0; i < 10; i++) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) out[i] = x[i] + start[i];
}

static inline uint64_t stream(struct state *s, uint32_t deal, int at)
{
    if ((at & 15) == 0) chacha20(s->seed, at >> 4, deal, 0, 0, s->stream);
    return s->stream[at & 15];
}

/* A biased word is refused: 2^32 mod bound of the 2^32 words. */
static inline int refused(uint32_t rest, uint32_t bound) { return rest < bound && rest < -bound % bound; }

static int draw_dealer(struct state *s)
{
    for (int at = 0;; at++) {
        uint64_t x = stream(s, 0, at) * SEATS;
        if (!refused(x, SEATS)) return x >> 32;
    }
}

static inline void swap(int8_t *deck, int at, int ahead)
{
    int8_t card = deck[at];
    deck[at] = deck[at + ahead];
    deck[at + ahead] = card;
}

static const int8_t NEW_PACK[PACK] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
};

/* The first HAND * SEATS places, four from each word of the stream; their number may not divide by four. */
static void shuffle(struct state *s)
{
    enum { TOP = HAND * SEATS };
    memcpy(s->deck, NEW_PACK, PACK);
    for (int at = 0, place = 0; place < TOP; at++) {
        uint32_t bound[4], product = 1;
        uint64_t x = stream(s, s->deal, at);
        int ahead[4];
        for (int i = 0; i < 4; i++) {
            bound[i] = place + i < TOP ? PACK - place - i : 1;
            product *= bound[i];
            x = (uint32_t)x * (uint64_t)bound[i];
            ahead[i] = x >> 32;
        }
        if (refused(x, product)) continue;
        for (int i = 0; i < 4 && place + i < TOP; i++) swap(s->deck, place + i, ahead[i]);
        place += 4;
    }
}

static inline uint64_t roll(uint64_t *dice)
{
    uint64_t x = *dice += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

static inline int roll_below(uint64_t *dice, int bound) { return (roll(dice) >> 32) * bound >> 32; }

/* ---- The deal ---- */

static void deal(struct state *s)
{
    if (s->deal == 1) s->dealer = draw_dealer(s);
    shuffle(s);
    for (int seat = 0; seat < SEATS; seat++) {
        set hand = 0;
        for (int i = 0; i < HAND; i++) hand |= bit(s->deck[HAND * seat + i]);
        s->hand[seat] = hand;
        s->may[seat] = bit(PACK) - 1;
        s->played[seat] = s->taken[seat] = s->renounced[seat] = 0;
        s->on_table[seat] = NO_CARD;
        s->tricks_won[seat] = 0;
    }
    s->trick = 0;
    s->in_trick = s->tricks = s->spoken = 0;
    s->phase = BID;
    s->bid = NO_BID;
    s->bidder = left_of(s->dealer);
    s->acting = bit(s->bidder);
}

/* ---- Scores ---- */

static inline int holder(const set *sets, set card)
{
    int found = NO_SEAT;
    for (int seat = 0; seat < SEATS; seat++) found = sets[seat] & card ? seat : found;
    return found;
}

/* Tens count ten, aces four, kings three, queens two, jacks one. */
static inline int card_points(set cards)
{
    const set t = OF_RANK(8), j = OF_RANK(9), q = OF_RANK(10), k = OF_RANK(11), a = OF_RANK(12);
    return count(cards & (j | k)) + 2 * count(cards & (q | k | t)) + 4 * count(cards & a) + 8 * count(cards & t);
}

static inline int cards_scorer(const struct state *s)
{
    int points[SEATS], most = 0;
    set tied = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        points[seat] = card_points(s->taken[seat]);
        most = points[seat] > most ? points[seat] : most;
    }
    for (int seat = 0; seat < SEATS; seat++) tied |= (set)(points[seat] == most) << seat;
    if (count(tied) == 1) return first(tied);
    if (s->cards_tie == TIE_NOBODY || count(tied) > 2 || points[s->bidder] != most) return NO_SEAT;
    return first(tied & ~bit(s->bidder));
}

/* No seat scores what a seat that revoked has made. */
static inline int unless_revoked(set revoked, int seat) { return seat != NO_SEAT && revoked >> seat & 1 ? NO_SEAT : seat; }

static void settle(struct state *s)
{
    set all = 0, there = 0, revoked = 0, trumps;
    for (int seat = 0; seat < SEATS; seat++) {
        all |= s->played[seat];
        revoked |= (set)((s->played[seat] & s->renounced[seat]) != 0) << seat;
    }
    trumps = all & SUIT[s->trump];
    const int high = unless_revoked(revoked, holder(s->played, bit(last(trumps))));
    const int low = unless_revoked(revoked, holder(s->low == LOW_DEALT ? s->played : s->taken, trumps & -trumps));
    const int jack = unless_revoked(revoked, holder(s->taken, trumps & OF_RANK(9)));
    const int cards = unless_revoked(revoked, cards_scorer(s));
    const int bid = s->bid > 0 ? s->bid : 0;
    for (int seat = 0; seat < SEATS; seat++) {
        int made = (seat == high) + (seat == low) + (seat == jack) + (seat == cards);
        int failed = seat == s->bidder && made < bid && !revoked;
        s->last_score[seat] = failed || revoked >> seat & 1 ? -bid : made;
        s->scores[seat] += s->last_score[seat];
        there |= (set)(s->scores[seat] >= s->target) << seat;
    }
    if (there) {
        const int order[] = { s->bidder, high, low, jack };
        int winner = first(there);
        for (int i = 3; i >= 0; i--)
            if (order[i] != NO_SEAT && there >> order[i] & 1) winner = order[i];
        s->winners = bit(winner);
    } else if (s->deal == s->deals) {
        int best = s->scores[0];
        for (int seat = 1; seat < SEATS; seat++) best = s->scores[seat] > best ? s->scores[seat] : best;
        for (int seat = 0; seat < SEATS; seat++) s->winners |= (set)(s->scores[seat] == best) << seat;
    }
    s->acting = 0;
    s->phase = BEFORE_DEAL;
    if (!s->winners) {
        s->deal++;
        s->dealer = left_of(s->dealer);
    }
}

/* ---- One decision ---- */

static inline set legal_bids(const struct state *s, int seat)
{
    int lowest = s->bid == NO_BID ? 1 : s->bid + 1;
    if (seat == s->dealer && (s->dealer_match == ON_ANY ? s->bid > 0 : s->dealer_match == ON_FOUR && s->bid == FOUR))
        lowest = s->bid;
    return bit(PASS) | (set)(31 >> lowest << lowest) << PASS;
}

/* Where the suit led is trump, following and trumping are one. */
static inline set legal_cards(const struct state *s, int seat)
{
    const set hand = s->hand[seat], suited = hand & SUIT[s->led], trumps = hand & SUIT[s->trump];
    const set any = -(set)((s->in_trick == 0) | (suited == 0) | (s->revoke == PENALISED));
    return (hand & any) | ((suited | trumps) & ~any);
}

static inline set legal(const struct state *s, int seat)
{
    return s->phase == BID ? legal_bids(s, seat) : legal_cards(s, seat);
}

static inline void offer(struct state *s, int seat, int bid)
{
    s->spoken++;
    if (bid) {
        s->bid = bid;
        s->bidder = seat;
    }
    s->phase = s->spoken == SEATS ? PITCH : BID;
    s->acting = bit(s->spoken == SEATS ? s->bidder : left_of(seat));
}

static inline void gather(struct state *s)
{
    const int winner = s->winning_seat;
    s->taken[winner] |= s->trick;
    s->tricks_won[winner]++;
    s->tricks++;
    s->trick = 0;
    s->in_trick = 0;
    memset(s->on_table, NO_CARD, SEATS);
    s->acting = bit(winner);
    if (s->tricks == HAND) settle(s);
}

static inline set when(int condition, set s) { return -(set)condition & s; }

/* Add a card to a trick that has been led, without branches: random cards cannot be predicted. */
static inline void contest(struct state *s, int seat, int card, int suit)
{
    const int best = s->winning, holds = s->winning_seat, trumps = suit == s->trump;
    const int same = suit == suit_of(best), beats = (same & (card > best)) | ((!same) & trumps);
    const set not_held = when((suit != s->led) & !trumps, SUIT[s->led]);
    s->may[seat] &= ~when(s->revoke == REFUSED, not_held);
    s->renounced[seat] |= when(s->revoke == PENALISED, not_held & ~s->played[seat]);
    s->winning = best + (-beats & (card - best));
    s->winning_seat = holds + (-beats & (seat - holds));
}

static inline void play(struct state *s, int seat, int card)
{
    const int suit = suit_of(card);
    if (s->in_trick == 0) {
        if (s->phase == PITCH) {
            s->trump = suit;
            s->phase = PLAY;
        }
        s->led = suit;
        s->winning = card;
        s->winning_seat = seat;
    } else {
        contest(s, seat, card, suit);
    }
    s->hand[seat] ^= bit(card);
    s->played[seat] |= bit(card);
    s->trick |= bit(card);
    s->on_table[seat] = card;
    s->acting = bit(left_of(seat));
    if (++s->in_trick == SEATS) gather(s);
}

static inline void act(struct state *s, int seat, int action)
{
    if (s->phase == BID) offer(s, seat, action - PASS);
    else play(s, seat, action);
}

static inline void run_table(struct state *s)
{
    while (!s->acting && !s->winners) deal(s);
}

static inline void step(struct state *s, int seat, int action)
{
    act(s, seat, action);
    if (!s->acting) run_table(s);
}

static int64_t play_on(struct state *s, uint64_t *dice, int64_t decisions)
{
    int64_t made = 0;
    run_table(s);
    while (!s->winners && made < decisions) {
        const int seat = first(s->acting);
        const set choices = legal(s, seat);
        step(s, seat, nth(choices, roll_below(dice, count(choices))));
        made++;
    }
    return made;
}

/* ---- What the benchmark calls ---- */

int64_t state_size(void) { return sizeof(struct state); }

/* Matches before their first deal; `options` are target, dealer_match, low, cards_tie, deals and revoke. */
void open_matches(struct state *states, int64_t matches, const uint32_t *seeds, const int32_t *options)
{
    memset(states, 0, matches * sizeof *states);
    for (int64_t i = 0; i < matches; i++) {
        memcpy(states[i].seed, seeds + 8 * i, sizeof states[i].seed);
        states[i].deal = 1;
        states[i].target = options[0];
        states[i].dealer_match = options[1];
        states[i].low = options[2];
        states[i].cards_tie = options[3];
        states[i].deals = options[4];
        states[i].revoke = options[5];
    }
}

/* Play every match at random, at most `decisions` each; how many were made in all. */
int64_t playouts(struct state *states, int64_t matches, uint64_t *dice, int64_t decisions)
{
    int64_t made = 0;
    for (int64_t i = 0; i < matches; i++) made += play_on(&states[i], dice, decisions);
    return made;
}

/* All that may be compared, a row of 7 + 8 * SEATS numbers for each match. */
void results(const struct state *states, int64_t matches, int64_t *row)
{
    for (const struct state *s = states; s < states + matches; s++) {
        const int64_t table[] = { s->deal, s->dealer, s->winners, s->bid, s->bidder, s->trump, s->tricks };
        for (int i = 0; i < 7; i++) *row++ = table[i];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->scores[seat];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->last_score[seat];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->tricks_won[seat];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->hand[seat];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->may[seat];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->played[seat];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->taken[seat];
        for (int seat = 0; seat < SEATS; seat++) *row++ = s->renounced[seat];
    }
}
