"""What our games are measured against: OpenSpiel's Oh Hell with ten tricks; its other trick-taking games beside it."""

from benchmarks.measure import ABSENT, Arguments, Measure, Task

OH_HELL: Arguments = {"game": "oh_hell(players=4,num_tricks_fixed=10)"}
CPP, PYTHON = "OpenSpiel C++", "OpenSpiel from Python"

ROLLOUTS = Task("openspiel:rollouts", {**OH_HELL, "bids": 4}, ABSENT)
STEPPED = Task("openspiel:whole_deals", OH_HELL, ABSENT)
RESAMPLED = Task("openspiel:resampled_worlds", {**OH_HELL, "bids": 4}, ABSENT)

HEARTS: Arguments = {"game": "hearts(pass_cards=false)", "bids": 0}
EUCHRE: Arguments = {"game": "euchre", "bids": 6}
OTHERS = (
    # name, seats, game
    ("Hearts", 4, "hearts(pass_cards=false)"),
    ("Spades", 4, "spades"),
    ("Euchre", 4, "euchre"),
    ("Skat", 3, "skat"),
    ("Tarok", 4, "tarok(players=4)"),
    ("Bridge", 4, "bridge(use_double_dummy_result=false)"),
)

MEASURES = [
    *(
        Measure(
            f"random play-outs in OpenSpiel's core, {name}",
            *("", 4, "decisions/s", Task("openspiel:rollouts", arguments, ABSENT), ROLLOUTS, "Oh Hell in the same"),
        )
        for name, arguments in (("Hearts", HEARTS), ("Euchre", EUCHRE))
    ),
    *(
        Measure(
            f"whole deals of OpenSpiel stepped from Python, {name}",
            *("", seats, "decisions/s", Task("openspiel:whole_deals", {"game": game}, ABSENT)),
            *(STEPPED, "Oh Hell in the same"),
        )
        for name, seats, game in OTHERS
    ),
]
