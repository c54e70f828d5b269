"""Schrecklicht: positions that people write down: where a match begins, and the displays of a finished round."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht import plays
from atout.games.schrecklicht.cards import COLOUR_COUNT, card_text, parse_card
from atout.games.schrecklicht.deal import NO_PAIR, Deal, Scale, new_deal, on_table, pair
from atout.games.schrecklicht.objectives import NAMES
from atout.games.schrecklicht.reading import LAID, PAIR, REJECTED, TURN
from atout.games.schrecklicht.setup import holder_of_rejected
from atout.games.schrecklicht.state import SchrecklichtState, new_state
from atout.kernel.bits import bit, count, index, members
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import NotationError
from atout.kernel.log import EVERYBODY, TABLE
from atout.kernel.options import Options
from atout.kernel.seats import distance, left_of
from atout.kernel.start import Start


def begin(seats: i64, options: Options, start: Start) -> SchrecklichtState:
    """Read where the match begins: before a round, or within one."""
    state = new_state(seats, options)
    zeros = [0 for _ in range(state.seats)]
    state.number = start.number("round", 1, 1, state.terms.rounds)
    state.dealer = start.seat("dealer", state.seats - 1, "the seat that deals this round")
    state.totals = vec[i64](start.numbers("totals", zeros, 0, 9999))
    state.firsts = vec[i64](start.numbers("firsts", zeros, 0, len(NAMES)))
    if state.dealer < 0:
        return state
    if start.has("used"):
        for objective in read_objectives(start, "used", COLOUR_COUNT * (state.number - 1), 0):
            state.used |= bit(objective)
    if start.has("objectives"):
        state.pile = vec[i64](read_objectives(start, "objectives", COLOUR_COUNT, state.used))
        state.drawn = COLOUR_COUNT
    state.open_chapter()
    if start.has("displays"):
        _set_up_round(state, start)
    return state


def _set_up_round(state: SchrecklichtState, start: Start) -> None:
    """Read the cards. Those on the table say how many were played, and so whose turn it is and what hands hold."""
    if not state.drawn:
        raise NotationError("start: objectives are missing: those of the round for green, violet and blue")
    seats = state.seats
    scale = state.terms.scale
    deal = read_displays(scale, start, seats)
    if is_over(deal):
        raise NotationError("start: displays are those of a finished round [SCH-27]")
    played = count(on_table(deal)) - seats
    first = left_of(state.dealer, seats)
    deal.turn = (first + played) % seats
    if start.number("turn", int(deal.turn), 0, int(seats) - 1) != deal.turn:
        raise NotationError(f"start: turn must be {deal.turn}, since {played} cards have been played [SCH-12]")
    sizes = [int(scale.hand - (played + seats - 1 - distance(first, seat, seats)) // seats) for seat in range(seats)]
    lines = start.texts("hands", int(seats)) if start.has("hands") else [f"{UNKNOWN} " * size for size in sizes]
    rejected = _read_cards(scale, start.text("rejected", ""))
    _read_hands(deal, lines, sizes, rejected, state.dealer)
    for card in rejected:
        state.note(REJECTED, TABLE, card, 0, EVERYBODY)
    for seat in range(seats):
        for card in members(deal.visible[seat]):
            state.note(LAID, seat, card, 0, EVERYBODY)
        if deal.pairs[seat] != NO_PAIR:
            state.note(PAIR, seat, deal.pairs[seat], 0, EVERYBODY)
    state.note(TURN, deal.turn, 0, 0, EVERYBODY)
    state.begin_play(deal)
    state.show_hands(deal)


def _read_cards(scale: Scale, line: str) -> list[i64]:
    """Return the named cards."""
    found: list[i64] = []
    for name in line.split():
        card = _read_card(scale, name)
        if card in found:
            raise NotationError(f"start: {name} appears twice in '{line}'")
        found.append(card)
    return found


def _read_card(scale: Scale, name: str) -> i64:
    """Return the named card, which must be in the pack."""
    card = parse_card(name)
    if not scale.pack & bit(card):
        raise NotationError(f"no card '{name}' in this pack")
    return card


def _read_hands(deal: Deal, lines: list[str], sizes: list[int], rejected: list[i64], dealer: i64) -> None:
    """Read the hands; an unknown card becomes a rejected one that must be there, else the first that lies nowhere."""
    taken = on_table(deal)
    unknown = [0 for _ in lines]
    for seat, line in enumerate(lines):
        names = line.split()
        if len(names) != sizes[seat]:
            raise NotationError(f"start: hand {seat} must have {sizes[seat]} cards [SCH-13]")
        unknown[seat] = names.count(UNKNOWN)
        for card in _read_cards(deal.scale, " ".join([name for name in names if name != UNKNOWN])):
            if taken & bit(card):
                raise NotationError(f"start: {card_text(card)} of hand {seat} lies elsewhere too")
            taken |= bit(card)
            deal.hands[seat] |= bit(card)
    for number, card in enumerate(rejected):
        holder = holder_of_rejected(deal.scale, number, len(rejected), deal.seats, dealer)
        taken |= _put_rejected(deal, bit(card), holder, unknown, taken)
    free = members(deal.scale.pack & ~taken)
    free.reverse()
    for seat in range(deal.seats):
        for _ in range(unknown[seat]):
            deal.hands[seat] |= bit(free.pop())


def _put_rejected(deal: Deal, card: i64, holder: i64, unknown: list[int], taken: i64) -> i64:
    """Let a rejected card lie where it must: with its holder, on the table if that seat played it, or unused."""
    if holder >= 0 and not taken & card and unknown[holder]:
        unknown[holder] -= 1
        deal.hands[holder] |= card
    name = card_text(index(card))
    if holder < 0 and taken & card:
        raise NotationError(f"start: rejected {name} must lie unused [SCH-10]")
    if holder >= 0 and not (on_table(deal) | deal.hands[holder]) & card:
        raise NotationError(f"start: rejected {name} must lie with seat {holder}, or be played [SCH-10]")
    return card


# What a score sheet reads too


def read_objectives(written: Start, name: str, size: i64, used: i64) -> list[i64]:
    """Return the named objectives, none of them used before."""
    found: list[i64] = []
    names = written.text(name, "").split()
    if len(names) != size:
        raise NotationError(f"{written.where}: {name} must be {size} objectives")
    for text in names:
        if text not in NAMES:
            raise NotationError(f"{written.where}: {name} has {text}, but there are {' '.join(NAMES)}")
        objective = NAMES.index(text)
        if used & bit(objective):
            raise NotationError(f"{written.where}: {name} has {text}, but every objective is used once [SCH-02]")
        used |= bit(objective)
        found.append(objective)
    return found


def read_displays(scale: Scale, written: Start, seats: i64) -> Deal:
    """Return a round with these displays, such as `G4 V7 B6 B11 G0/G11`: visible cards and a covered pair."""
    deal = new_deal(scale, seats, 0)
    taken: i64 = 0
    for seat, line in enumerate(written.texts("displays", int(seats))):
        cards: list[i64] = []
        for name in line.split():
            cover, slash, covered = name.partition("/")
            cards.append(_read_card(scale, cover))
            if slash:
                cards.append(_read_card(scale, covered))
                _add_pair(deal, seat, cards[-2], cards[-1], f"{written.where}: displays {seat} {name}")
            else:
                deal.visible[seat] |= bit(cards[-1])
        for card in cards:
            if taken & bit(card):
                raise NotationError(f"{written.where}: displays have {card_text(card)} twice")
            taken |= bit(card)
        if not cards:
            raise NotationError(f"{written.where}: displays {seat} must hold the card that was turned up [SCH-07]")
        if count(deal.visible[seat]) > scale.most:
            most = "four" if scale.most == 4 else "two"
            raise NotationError(f"{written.where}: displays {seat} has more than {most} visible cards [SCH-15]")
    plays.refresh(deal)
    return deal


def _add_pair(deal: Deal, seat: i64, cover: i64, covered: i64, where: str) -> None:
    if deal.pairs[seat] != NO_PAIR:
        raise NotationError(f"{where}: a display has one cover card at most [SCH-16]")
    if not plays.coverable_cards(bit(cover)) & bit(covered):
        raise NotationError(f"{where}: the cover card is too low [SCH-18]")
    deal.pairs[seat] = pair(cover, covered)


def is_over(deal: Deal) -> bool:
    """Say whether a round with these displays is over (SCH-27)."""
    return not deal.room or plays.is_at_end(deal.pawns, deal.beyond)
