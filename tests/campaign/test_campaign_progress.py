"""Progress in a campaign is kept after every step, and survives a kill."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from small_campaign import NAME, PASS, written
from wargrid.match import read_move
from wargrid_campaign.army import Troop
from wargrid_campaign.carry import turned
from wargrid_campaign.models import Battle
from wargrid_campaign.progress import progress_path
from wargrid_campaign.table import CampaignTable
from wargrid_play.table.lobby.battles import campaigns_of
from wargrid_play.table.lobby.session import Session, resume


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's folder with one campaign."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path))
    written()
    return tmp_path


def table() -> CampaignTable:
    """The campaign as a program that has just begun sees it."""
    return CampaignTable(NAME)


def moved(session: Session, *moves: str) -> None:
    for text in moves:
        match = session.match
        match.play(read_move(match.game, match.position, text))


def won(session: Session) -> None:
    """White walks past Black."""
    moved(session, "b2-a3", "b5-c4", "a3-a4", "c4-c3", "a4-a5")


def test_a_victory_leads_on_with_its_points() -> None:
    first = table()
    view = first.view()
    assert (view.heading, view.story, view.step) == ("The gate", ("A gate.",), "start")
    session = first.begin()
    won(session)
    session.leave()
    view = table().view()
    assert (view.heading, view.story) == ("The hall", ("Well done.", "A hall."))
    assert (view.points, view.step) == (4, "start")


def test_a_battle_under_way_goes_on_after_a_kill() -> None:
    session = table().begin()
    moved(session, "b2-b3")
    session.leave()  # the journal has every move already, as after a kill
    again = table()
    path = again.under_way()
    assert (again.view().step, path is not None) == ("continue", True)
    assert not again.buy("piece", 1)
    assert path is not None
    more = resume(path)
    assert more.match.number == 1
    moved(more, "b5-c4", "b3-a4", "c4-c3", "a4-a5")
    more.leave()
    assert table().view().heading == "The hall"


def test_a_defeat_leads_elsewhere_and_the_battle_can_be_begun_anew() -> None:
    first = table()
    session = first.begin()
    session.match.resign(0)
    session.leave()
    again = table()
    over = again.view()
    assert (over.step, over.heading) == ("end", "Lost")
    assert over.task == again.words.say("lobby.campaign.over")
    assert not again.go_back("hall")
    assert again.go_back("gate")
    assert table().view().step == "start"


def test_going_back_asks_before_a_battle_under_way_is_given_up() -> None:
    session = table().begin()
    won(session)
    session.leave()
    fought = table()
    assert fought.asked_before("gate") == ""
    session = fought.begin()
    moved(session, "b2-b3")
    session.leave()
    again = table()
    assert again.asked_before("gate") == (
        "Go back to “The gate”? The battle under way will no longer count in the campaign."
    )
    assert again.asked_before("hall") == ""
    assert not again.go_back("hall")
    assert again.under_way() is not None


@pytest.mark.parametrize(("result", "state"), [(None, "drawn"), (0, "lost"), (1, "won")])
def test_the_map_says_what_became_of_a_battle(result: int | None, state: str) -> None:
    """A draw is no defeat, though it leads where one does."""
    session = table().begin()
    if result is None:
        session.match.agree_draw()
    else:
        session.match.resign(result)
    session.leave()
    assert {stage.word: stage.state for stage in table().view().stages}["gate"] == state


def test_units_bought_are_kept_and_given_back() -> None:
    session = table().begin()
    won(session)
    session.leave()
    shop = table()
    assert shop.buy("piece", 1)
    assert shop.buy("piece", 1)
    assert not shop.buy("piece", 1)
    (good,) = table().view().goods
    assert (good.count, good.no_more) == (2, "You have too few points.")
    assert table().buy("piece", -1)
    assert table().run.standing.points == 2
    there = table().begin().match.start
    assert sorted(each.cell for each in there.standing() if each.side == 0) == [0, 4]


def test_more_units_than_the_board_has_room_for_cannot_be_bought() -> None:
    written(PASS.replace("points: 4", "points: 40"))
    session = table().begin()
    won(session)
    session.leave()
    shop = table()
    bought = [shop.buy("piece", 1) for _ in range(4)]
    assert bought == [True, True, True, False]
    assert shop.view().goods[0].no_more == "There is no more room on the board."


def test_a_changed_campaign_is_told_and_what_was_reached_stays() -> None:
    session = table().begin()
    won(session)
    session.leave()
    assert table().view().notes == ()
    written(PASS.replace("hall", "cave").replace("The gate", "A gate"))
    changed = table()
    view = changed.view()
    (note,) = view.notes
    assert "changed" in note
    assert view.heading == "A gate"
    assert changed.run.progress.reached["hall"].army == (Troop("piece", 1),)
    changed.run.keep()
    assert table().view().notes == ()


@pytest.mark.parametrize("damage", [b"", b"{}", b"[1", b"\xff", b'{"format": 2}'])
def test_a_damaged_file_gives_way_to_the_step_before(damage: bytes) -> None:
    session = table().begin()
    won(session)
    session.leave()
    table().buy("piece", 1)
    progress_path(NAME).write_bytes(damage)
    view = table().view()
    assert (view.heading, view.points) == ("The hall", 4)
    assert "damaged" in view.notes[0]


def test_a_campaign_is_found_by_the_games_it_plays() -> None:
    assert NAME in campaigns_of("breakthrough/standard")
    assert NAME not in campaigns_of("chess/standard")


KNOWN = {"piece": SimpleNamespace(word="piece", men=2, name="Piece")}


def test_an_army_comes_with_the_men_that_its_type_has_here_and_others_stay() -> None:
    battle = Battle.model_construct(becomes={"guest": "piece", "traitor": None})
    army = (Troop("piece", 5), Troop("piece", 1), Troop("guest", 9), Troop("traitor", 1),
            Troop("ghost", 7))  # fmt: skip
    assert turned(battle, army, KNOWN) == (
        Troop("piece", 2), Troop("piece", 2), Troop("piece", 1), Troop("ghost", 7),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("deploying", "army", "lines"),
    [
        (False, (), ["1 × Piece: 2 men"]),
        (False, (Troop("piece", 1), Troop("ghost", 1)), ["1 × Piece: 1 man", "1 × ghost"]),
        (True, (), ["You deploy units of your choice."]),
        (True, (Troop("piece", 1),), ["1 × Piece: 1 man"]),
    ],
)
def test_the_army_is_that_of_the_set_up_unless_there_is_one_or_it_is_chosen(
    deploying: bool, army: tuple[Troop, ...], lines: list[str]
) -> None:
    """A ruleset with a deployment may have a set-up as well, which it does not use."""
    units = [SimpleNamespace(side=side, type=KNOWN["piece"], men=2) for side in (0, 1)]
    ruleset = SimpleNamespace(units=KNOWN, placements=lambda _: units, strength="men")
    engine = SimpleNamespace(deploying=units if deploying else None)
    game = SimpleNamespace(engine=engine, ruleset=ruleset, grid=None)
    shown = table()
    shown.run = SimpleNamespace(battle="gate")  # type: ignore[assignment]
    shown.campaign = SimpleNamespace(game=lambda _: game, side_number=lambda _: 1)  # type: ignore[assignment]
    assert [*shown._army(army)] == lines
