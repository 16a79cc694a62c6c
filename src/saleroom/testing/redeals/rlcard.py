"""Redeals for RLCard's games. Each function changes the copy that it receives; `seat` is the player's number.

A player might have acted differently with a redealt hand. That does not matter, because the rules do not determine
actions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from itertools import chain
from random import Random
from typing import Any

Env = Any
Redeal = Callable[[Env, int, Random], Env | None]


def shuffled_together(rng: Random, *piles: list[Any]) -> None:
    """Shuffle the cards of several piles together and deal them again; each pile keeps its size."""
    cards = list(chain(*piles))
    rng.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _ in pile]


def _others(env: Env, seat: int) -> list[Any]:
    return [player for number, player in enumerate(env.game.players) if number != seat]


def leduc_holdem(env: Env, seat: int, rng: Random) -> Env | None:
    """Redeal the other player's card and the deck."""
    cards = [[player.hand] for player in _others(env, seat)]
    shuffled_together(rng, env.game.dealer.deck, *cards)
    for player, (card,) in zip(_others(env, seat), cards, strict=True):
        player.hand = card
    return env


def hands_and_deck(env: Env, seat: int, rng: Random) -> Env | None:
    """Redeal the other hands and the deck, in limit hold'em, no-limit hold'em and Uno."""
    shuffled_together(rng, env.game.dealer.deck, *(player.hand for player in _others(env, seat)))
    return env


def blackjack(env: Env, seat: int, rng: Random) -> Env | None:
    """Redeal the dealer's first card, which is face down, and the deck. The players' cards are visible."""
    dealer = env.game.dealer
    down = dealer.hand[:1]
    shuffled_together(rng, dealer.deck, down)
    dealer.hand[:1] = down
    return env


def doudizhu(env: Env, seat: int, rng: Random) -> Env | None:
    """Redeal the other hands, except for those of the landlord's three visible cards that have not been played."""
    from rlcard.games.doudizhu import Judger
    from rlcard.games.doudizhu.utils import doudizhu_sort_card

    game = env.game
    shown = list(game.round.public["seen_cards"])
    piles = []
    for player in _others(env, seat):
        kept = [_take(player.current_hand, rank) for rank in shown] if player.role == "landlord" else []
        piles.append((player, kept))
    shuffled_together(rng, *(player.current_hand for player, _ in piles))
    for player, kept in piles:
        player.current_hand.extend(kept)
        player.current_hand.sort(key=cmp_to_key(doudizhu_sort_card))
    game.judger = Judger(game.players, game.np_random)
    game.state = game.get_state(game.round.current_player)
    return env


def _take(hand: list[Any], rank: str) -> Any:
    """Remove a card of a rank from the hand and return it. The jokers are called B and R."""
    found = next(card for card in hand if (card.rank or card.suit[0]) == rank)
    hand.remove(found)
    return found


def mahjong(env: Env, seat: int, rng: Random) -> Env | None:
    """Redeal the other hands and the wall. A player who can claim a tile now keeps the tiles needed for the claim."""
    game = env.game
    claimed = {card.get_str() for card in game.round.last_cards} if game.round.valid_act else set()
    piles = [game.dealer.deck]
    kept: list[tuple[Any, list[Any]]] = []
    for number, player in enumerate(game.players):
        if number != seat:
            held = [card for card in player.hand if number == game.round.current_player and card.get_str() in claimed]
            player.hand[:] = [card for card in player.hand if card not in held]
            piles.append(player.hand)
            kept.append((player, held))
    shuffled_together(rng, *piles)
    for player, held in kept:
        player.hand.extend(held)
    return None if env.is_over() else env


def gin_rummy(env: Env, seat: int, rng: Random) -> Env | None:
    """Redeal the stock and the other hand, except for cards that were taken openly.

    Return None after a player has gone out.
    """
    game = env.game
    if game.round.going_out_action is not None:
        return None
    other = game.round.players[1 - seat]
    unknown = [card for card in other.hand if card not in other.known_cards]
    shuffled_together(rng, game.round.dealer.stock_pile, unknown)
    other.hand[:] = [card for card in other.hand if card in other.known_cards] + unknown
    other.did_populate_hand()
    return env


def bridge(env: Env, seat: int, rng: Random) -> Env | None:
    """Redeal the other hands. Dummy's hand is visible from the first lead."""
    played = env.game.round
    dummy = played.get_dummy() if played.play_card_count else None
    shuffled_together(rng, *(p.hand for p in played.players if p.player_id != seat and p is not dummy))
    return env


REDEALS: dict[str, Redeal] = {
    "blackjack": blackjack,
    "bridge": bridge,
    "doudizhu": doudizhu,
    "gin-rummy": gin_rummy,
    "leduc-holdem": leduc_holdem,
    "limit-holdem": hands_and_deck,
    "mahjong": mahjong,
    "no-limit-holdem": hands_and_deck,
    "uno": hands_and_deck,
}
