"""Njet!: captured 0s (NJET-50 to NJET-53)."""


def test_njet_50_zeros_of_the_other_team_are_loot_supertrumps_too(table, within):
    hands = ["R0 B1", "R9 K1", "R1 K2", "K0 K3"]
    t = table(4, start=within(4, hands, "none", "black", team="team:AC"))
    t.say("R0", "R9", "R1", "K0")  # seat 3 wins with a supertrump; seats 1 and 3 are partners
    assert t.turn == 3
    assert t.loot() == ["", "", "", "R0"]
    hands = ["R0 B1", "R9 K1", "K0 K2", "K0 K3"]
    t = table(4, start=within(4, hands, "none", "black", team="team:AB"))
    t.say("R0", "R9", "K0", "K0")
    assert t.loot() == ["", "", "", "R0"]
    t = table(4, start=within(4, hands, "none", "black", team="team:AC"))
    t.say("R0", "R9", "K0", "K0")
    assert t.loot() == ["", "", "", "R0 K0"]  # a captured supertrump


def test_njet_51_own_zeros_are_no_loot(table, within):
    t = table(4, start=within(4, ["R0 B1", "R1 K1", "R9 K2", "R2 K3"], team="team:AC"))
    t.say("R0", "R1", "R9", "R2")
    assert (t.turn, t.loot()) == (2, ["", "", "", ""])
    t = table(4, start=within(4, ["R0 B1", "K1 Y1", "B9 K2", "Y2 K3"], team="team:AC"))
    t.say("R0", "K1", "B9", "Y2")  # the winner's own 0
    assert (t.turn, t.loot()) == (0, ["", "", "", ""])


def test_njet_52_loot_belongs_to_the_player_who_won_the_trick(table, within):
    hands = ["R9 B1", "R1 K1", "R0 K2", "R2 K3", "R3 K4"]
    t = table(5, start=within(5, hands, team="team:BA"))
    t.say("R9", "R1", "R0", "R2", "R3")
    assert t.loot() == ["R0", "", "", "", ""]
    assert [t.fact("loot_count", seat) for seat in range(5)] == ["1", "0", "0", "0", "0"]


def test_njet_53_a_trick_is_one_trick_however_much_loot(table, within):
    hands = ["R9 B1", "R1 K1", "R0 K2", "R0 K3", "R0 K4"]
    t = table(5, start=within(5, hands, team="team:AB"))
    before = t.tricks()
    t.say("R9", "R1", "R0", "R0", "R0")
    assert t.loot() == ["R0 R0 R0", "", "", "", ""]  # as many as the other team has players
    assert [now - then for now, then in zip(t.tricks(), before, strict=True)] == [1, 0, 0, 0, 0]


def test_njet_ex_03_loot_of_the_seed(table, within):
    """a, b and e are a team of three, c and d the team of two; d and e hold no yellow."""
    hands = ["Y9 R1", "Y0 R2", "Y4 R3", "K0 R4", "K7 R5"]
    t = table(5, start=within(5, hands, "black", "blue", team="team:CD"))
    before = t.tricks()
    t.say("Y9", "Y0", "Y4", "K0", "K7")
    assert t.turn == 4
    assert t.loot() == ["", "", "", "", "K0"]
    assert [now - then for now, then in zip(t.tricks(), before, strict=True)] == [0, 0, 0, 0, 1]


def test_njet_ex_14_loot_by_team(table, within):
    t = table(4, start=within(4, ["R8 K1", "R0 K2", "B0 K3", "R9 K4"], "blue", team="team:AC"))
    t.say("R8", "R0", "B0", "R9")
    assert (t.turn, t.loot()) == (2, ["", "", "R0", ""])
    hands = ["Y0 K1", "Y9 K2", "Y0 K3", "Y0 K4"]
    t = table(4, start=within(4, hands, "blue", team="team:AC", leader=3))
    t.say("Y0", "Y0", "Y9", "Y0")
    assert (t.turn, t.loot()) == (1, ["", "Y0 Y0", "", ""])


def test_njet_ex_15_captured_supertrump(table, within):
    t = table(4, start=within(4, ["R0 K1", "Y3 K2", "R0 K3", "R5 K4"], "none", "red", team="team:AB"))
    t.say("R0", "Y3", "R0", "R5")
    assert (t.turn, t.loot()) == (2, ["", "", "R0", ""])
