"""An outside bot in forty lines: it sits down at a table and plays the first legal action until the match is over.

    python examples/outside_bot.py http://127.0.0.1:8400 TOKEN TABLE [INVITE]

POST /api/bots makes a TOKEN; TABLE is the last part of a table's address. docs/bot-api.md tells the rest.
"""

import json
import sys
import urllib.request
from typing import Any


def ask(method: str, url: str, token: str, body: object = None) -> Any:
    """One request; the answer as it comes in, line by line."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method))


def main(server: str, token: str, table: str, invite: str | None = None) -> None:
    """Sit down, listen, and answer whenever it is our turn."""
    ask("POST", f"{server}/api/tables/{table}/join", token, {"invite": invite} if invite else {}).close()
    plays = 0
    with ask("GET", f"{server}/api/bot/tables/{table}/stream", token) as stream:
        for line in stream:
            told = json.loads(line) if line.strip() else {}
            now = told.get("now")
            if now and now["legal"]:
                # A ply may come again after going back; the number of the entry never does.
                seq, action = told["seq"], now["legal"][0]["action"]
                wish = {"id": f"after {seq}", "seq": seq, "ply": now["ply"], "action": action}
                with ask("POST", f"{server}/api/bot/tables/{table}/play", token, wish) as answer:
                    json.load(answer)
                plays += 1
    print(f"played {plays} times")


if __name__ == "__main__":
    main(*sys.argv[1:])
