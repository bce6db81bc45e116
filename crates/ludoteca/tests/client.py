"""A client of a Ludoteca server, written from its OpenAPI document alone.

It plays whole games of all four kinds with random legal moves, follows one of them as a stream of lines, and
reads the records. It needs only Python's standard library:

    python3 client.py http://127.0.0.1:7878 [SEED]
"""

import json
import random
import sys
import urllib.error
import urllib.request


class Operation:
    """An operation of the document, which rejects calls that are not described."""

    def __init__(self, method, path, described):
        self.method, self.path = method, path
        self.statuses = set(described["responses"])
        self.takes_body = "requestBody" in described
        self.names = {(one["in"], one["name"]) for one in described.get("parameters", [])}


class Server:
    def __init__(self, address):
        self.address = address
        with urllib.request.urlopen(address + "/api/v1/openapi.json") as answer:
            document = json.load(answer)
        self.operations = {
            (method.upper(), path): Operation(method.upper(), path, described)
            for path, item in document["paths"].items()
            for method, described in item.items()
            if method in ("get", "post", "put", "delete")
        }

    def open(self, method, path, token=None, body=None, **parameters):
        """Sends a request and returns the open response."""
        operation = self.operations[(method, "/api/v1" + path)]
        address, query = operation.path, []
        for name, value in parameters.items():
            if ("path", name) in operation.names:
                address = address.replace("{" + name + "}", str(value))
            elif ("query", name) in operation.names:
                query.append(f"{name}={value}")
            else:
                raise KeyError(f"{method} {path} has no parameter {name}")
        assert (body is not None) <= operation.takes_body, f"{method} {path} takes no body"
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(
            self.address + address + ("?" + "&".join(query) if query else ""),
            method=method,
            headers=headers,
            data=None if body is None else json.dumps(body).encode(),
        )
        try:
            response = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {address}: {error.code} {error.read().decode()}") from None
        assert str(response.status) in operation.statuses, f"{method} {path}: {response.status} is not described"
        return response

    def ask(self, method, path, token=None, body=None, **parameters):
        with self.open(method, path, token, body, **parameters) as answer:
            return json.load(answer)


def play(server, chance, request, tokens):
    """Plays a whole game; returns its view and its number of plies."""
    made = server.ask("POST", "/games", tokens[0], request)
    game = made["id"]
    for token in tokens[1:]:
        server.ask("POST", "/games/{id}/join", token, {"invitation": made["invitation"]}, id=game)
    seats = {server.ask("GET", "/games/{id}", token, id=game)["you"]: token for token in tokens}
    view, number = server.ask("GET", "/games/{id}", tokens[0], id=game), 0
    while view["result"] is None:
        token = seats[view["to_act"]]
        own = server.ask("GET", "/games/{id}", token, id=game)
        number += 1
        action = {"id": f"a{number}", "seq": own["seq"], "do": {"move": chance.choice(own["legal_moves"])}}
        done = server.ask("POST", "/games/{id}/actions", token, action, id=game)
        assert done["events"][0]["type"] == "moved", done
        # A repeated request has no further effect and gets the same response.
        if number % 10 == 0:
            assert server.ask("POST", "/games/{id}/actions", token, action, id=game) == done
        view = server.ask("GET", "/games/{id}", tokens[0], id=game)
    return view


def main():
    address = sys.argv[1].rstrip("/")
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    chance, server = random.Random(seed), Server(address)
    people = [server.ask("POST", "/guests", body={"name": name}) for name in ("Ada", "Bob", "Eve")]
    tokens = [guest["token"] for guest in people]
    requests = [({"game": kind}, 2) for kind in ("squadro", "peak", "one-piece-for-two", "number-one")]
    requests.append(({"game": "number-one", "players": 3}, 3))
    for request, players in requests:
        view = play(server, chance, request, tokens[:players])
        lines = server.open("GET", "/games/{id}/events", id=view["id"], since=0).read().decode().splitlines()
        events = [json.loads(line) for line in lines if line]
        assert [event["seq"] for event in events] == list(range(1, view["seq"] + 1)), "a gap in the numbers"
        moved = [event["move"] for event in events if event["type"] == "moved"]
        record = server.open("GET", "/games/{id}/record", id=view["id"]).read().decode()
        assert f'[Result "{view["result"]}"]' in record, record
        print(f"{request['game']}, {players} players: {view['result']} after {len(moved)} plies")


if __name__ == "__main__":
    main()
