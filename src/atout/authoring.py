"""What a game is made of: everything that the author of one needs.

A `Game` says what it is called and who may play it, a `State` is one match of it, a `View` what one observer has seen,
a `Sampler` draws worlds that fit a view, and a `Wording` says it in words.
"""

from atout.kernel.bits import below, bit, count, index, lowest, members, nth
from atout.kernel.cards import UNKNOWN, Field, Pack, seat_letter, seat_packs
from atout.kernel.clause import Clause
from atout.kernel.dealer import Dealer
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.faces import Faces
from atout.kernel.features import NO_PART, FeatureField, Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.log import (
    ACTION,
    DEALT,
    EVERYBODY,
    FIRST_OWN_KIND,
    HIDDEN,
    NOBODY,
    SPECTATOR,
    TABLE,
    TOTAL,
    TRICK,
    WATCHERS,
    Segment,
    audience_of,
    kind_of,
    observer,
    open_of,
    seat_of,
    value_of,
    with_value,
)
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option, Options
from atout.kernel.ranking import Ranking
from atout.kernel.rng import Rng, scramble, stir
from atout.kernel.seats import distance, left_of, right_of
from atout.kernel.start import Start
from atout.kernel.state import CHANCE, OVER, ScoreLine, State
from atout.kernel.trick import beats, may_play
from atout.kernel.view import Display, Fact, Observation, SeenEntry, ShownCard, View, Zone, backs
from atout.kernel.wording import Phrase, Say, Wording, fact_value, trick_prompt

__all__ = [
    "ACTION",
    "CHANCE",
    "DEALT",
    "EVERYBODY",
    "FIRST_OWN_KIND",
    "HIDDEN",
    "NOBODY",
    "NO_PART",
    "OFF",
    "ON",
    "OVER",
    "RULE",
    "SPECTATOR",
    "TABLE",
    "TABLE_CONDUCT",
    "TOTAL",
    "TRICK",
    "UNKNOWN",
    "VIEW",
    "WATCHERS",
    "Advice",
    "Clause",
    "Dealer",
    "Display",
    "Faces",
    "Fact",
    "FeatureField",
    "Features",
    "Field",
    "Game",
    "NotationError",
    "Observation",
    "Option",
    "Options",
    "Pack",
    "Phrase",
    "Ranking",
    "Rng",
    "Sampler",
    "Say",
    "ScoreLine",
    "SeenEntry",
    "Segment",
    "SetupError",
    "Sheet",
    "ShownCard",
    "Start",
    "State",
    "View",
    "Wording",
    "Zone",
    "audience_of",
    "backs",
    "beats",
    "below",
    "bit",
    "count",
    "distance",
    "fact_value",
    "index",
    "kind_of",
    "left_of",
    "lowest",
    "may_play",
    "members",
    "nth",
    "observer",
    "open_of",
    "right_of",
    "scramble",
    "seat_letter",
    "seat_of",
    "seat_packs",
    "stir",
    "trick_prompt",
    "value_of",
    "with_value",
]
