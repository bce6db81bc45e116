"""Plays games with the client that openapi-python-client generates from the OpenAPI document.

    python3 generated_client.py FOLDER http://127.0.0.1:7878

FOLDER contains the generated package `ludoteca_client`.
"""

import sys

folder, address = sys.argv[1:]
sys.path.insert(0, folder)

from ludoteca_client import AuthenticatedClient, Client
from ludoteca_client.api.games import (
    get_games_id,
    get_games_id_events,
    post_games,
    post_games_id_actions,
    post_games_id_join,
)
from ludoteca_client.api.people import get_me, post_guests
from ludoteca_client.models import (
    ActionDone,
    EventEnded,
    EventMoved,
    GameView,
    Guest,
    JoinRequest,
    NewAction,
    NewGame,
    NewGuest,
    PlayerActionMove,
    PlayerActionWord,
    Problem,
)


def of(kind, answer):
    """The answer, which must have this type."""
    assert isinstance(answer, kind), answer
    return answer


def guest(name):
    """A client with the token of a new guest."""
    made = of(Guest, post_guests.sync(client=Client(address), body=NewGuest(name=name)))
    client = AuthenticatedClient(address, made.token, raise_on_unexpected_status=True)
    assert get_me.sync(client=client).user.name == name
    return client


def begin(players):
    """The id of a game in which each player has a seat."""
    made = of(GameView, post_games.sync(client=players[0], body=NewGame(game="squadro")))
    for player in players[1:]:
        of(GameView, post_games_id_join.sync(made.id, client=player, body=JoinRequest(invitation=made.invitation)))
    return made.id


def act(player, game, action):
    view = of(GameView, get_games_id.sync(game, client=player))
    request = NewAction(id=f"a{view.seq}", seq=view.seq, do=action)
    return of(ActionDone, post_games_id_actions.sync(game, client=player, body=request))


def play_to_the_end(players):
    """Moves as the legal moves of the view say; returns the last view."""
    game = begin(players)
    seats = {of(GameView, get_games_id.sync(game, client=player)).you: player for player in players}
    while True:
        view = of(GameView, get_games_id.sync(game, client=players[0]))
        if view.result is not None:
            return view
        player = seats[view.to_act]
        moves = of(GameView, get_games_id.sync(game, client=player)).legal_moves
        done = act(player, game, PlayerActionMove(moves[len(view.moves) % len(moves)]))
        moved = of(EventMoved, done.events[0])
        assert (moved.seat, moved.move in moves) == (view.to_act, True), moved


def main():
    players = [guest("Ada"), guest("Bob")]
    view = play_to_the_end(players)
    ended = of(EventEnded, view.events[-1])
    assert ended.termination == view.termination == "normal", ended
    stream = get_games_id_events.sync_detailed(view.id, client=Client(address), since=0)
    assert len(stream.content.splitlines()) == view.seq, stream

    game = begin(players)
    wrong = NewAction(id="wrong", seq=4, do=PlayerActionMove("nonsense"))
    refused = of(Problem, post_games_id_actions.sync(game, client=players[0], body=wrong))
    assert (refused.status, refused.key) == (422, "syntax"), refused
    done = act(players[0], game, PlayerActionWord.RESIGN)
    assert of(EventEnded, done.events[-1]).why == "resignation", done
    print(f"{view.result} after {len(view.moves)} plies")


main()
