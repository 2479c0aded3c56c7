"""What lies in deploy/ works: nginx really runs in front of a server, and the rest is held to what it speaks of."""

from __future__ import annotations

import asyncio
import configparser
import contextlib
import json
import os
import re
import shutil
import socket as sockets
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from websockets.asyncio.client import connect
from websockets.typing import Origin

from fourleaf.server.limits import BODY_BYTES, RECORD_BYTES
from fourleaf.server.metrics import Metrics
from fourleaf.server.serving import LONGEST_STOP
from fourleaf.server.settings import Settings, variable
from tests.server.club import PATIENCE, Club, Guest, Socket, open_club, run, settings_for

DEPLOY = Path(__file__).parents[2] / "deploy"


# nginx


def site(folder: Path, ports: dict[str, str], upstream: str) -> Path:
    """The configuration with other ports and another certificate, and what nginx wants around it."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    text = re.sub(r"\n *listen \[::\]:.*", "", text)
    text = text.replace("/etc/letsencrypt/live/example.org", str(folder))
    for old, new in {**ports, "proxy_pass http://fourleaf;": f"proxy_pass http://{upstream};"}.items():
        assert old in text, old
        text = text.replace(old, new)
    (folder / "fourleaf.conf").write_text(text)
    temporary = "".join(
        f"{what}_temp_path {folder}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    around = f"pid {folder}/nginx.pid; error_log stderr; worker_processes 1; events {{}}"
    # Its workers may read what only this user may.
    who = "user root; " if os.getuid() == 0 else ""
    inside = f"access_log off; {temporary} include {folder}/fourleaf.conf;"
    whole.write_text(f"{who}daemon off; {around}\nhttp {{ {inside} }}\n")
    return whole


def certificate(folder: Path) -> ssl.SSLContext:
    """A certificate of our own, and who trusts it."""
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=fourleaf"
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    addresses = ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([str(shutil.which("openssl")), *words.split(), *files, *addresses], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "fullchain.pem"))


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as all_at_once:
        taken = [all_at_once.enter_context(sockets.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in taken]


@contextlib.asynccontextmanager
async def behind_nginx(folder: Path, upstream: str) -> AsyncIterator[tuple[Club, Guest, ssl.SSLContext]]:
    """A server with nginx in front, one other node that is gone, and a guest who comes from 127.0.0.2 through TLS."""
    trust = certificate(folder)
    plain, secure, gone = free_ports(3)
    address = f"https://127.0.0.1:{secure}"
    settings = settings_for(folder, public_url=address, trusted_proxies="127.0.0.1", rates=1000)
    async with open_club(settings) as club:
        ports = {"listen 80;": f"listen 127.0.0.1:{plain};", "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;"}
        ports |= {"127.0.0.1:8401": f"127.0.0.1:{club.port}", "127.0.0.1:8402": f"127.0.0.1:{gone}"}
        ports |= {"https://$host$request_uri": f"{address}$request_uri"}
        config = site(folder, ports, upstream)
        # What it needs to know of the machine is only where it lies.
        nginx = await asyncio.create_subprocess_exec(
            "nginx", "-c", str(config), "-p", str(folder), stderr=asyncio.subprocess.PIPE
        )
        club.url = address
        guest = club.stranger()
        await guest.http.aclose()
        way = httpx.AsyncHTTPTransport(local_address="127.0.0.2", verify=trust)
        guest.http = httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=PATIENCE, transport=way)
        try:
            while True:
                assert nginx.returncode is None, (await nginx.communicate())[1].decode()
                with contextlib.suppress(httpx.ConnectError):
                    async with httpx.AsyncClient() as browser:
                        moved = await browser.get(f"http://127.0.0.1:{plain}/t/1?at=2")
                    break
                await asyncio.sleep(0.02)
            assert (moved.status_code, moved.headers["location"]) == (308, f"{address}/t/1?at=2")
            yield club, guest, trust
        finally:
            nginx.terminate()
            await nginx.communicate()


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
@pytest.mark.parametrize("upstream", ["fourleaf", "fourleaf_by_table"])
def test_people_play_through_nginx(upstream: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with behind_nginx(tmp_path, upstream) as (club, guest, trust):
            page = await guest.ask("GET", "/")
            assert page.status_code == 200
            assert page.headers["strict-transport-security"]
            assert (await guest.ask("GET", "/metrics")).status_code == 404
            guest.http.headers["X-Forwarded-For"] = "203.0.113.9"
            await guest.post("/api/me", name="Oak")
            known = set(club.service.requests._left)
            assert "127.0.0.2" in known, "the server knows who comes, and not only the proxy"
            assert "203.0.113.9" not in known, "and nobody can claim to be somebody else"
            assert all(cookie.secure for cookie in guest.http.cookies.jar)
            too_large = await guest.ask("POST", "/api/me", {"name": "x" * 2 * BODY_BYTES})
            assert (too_large.status_code, too_large.json()["code"]) == (413, "refused"), "by the server, in its words"
            table = await guest.table("treasure", ["me", "me"])
            await guest.post(f"/api/tables/{table}/start")
            ticket = (await guest.post(f"/api/tables/{table}/ticket"))["ticket"]
            cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
            line = await connect(
                f"wss://127.0.0.1:{club.url.rpartition(':')[2]}/api/tables/{table}/socket",
                origin=Origin(club.url),
                additional_headers={"Cookie": cookies},
                ssl=trust,
            )
            seat = Socket(line, ticket)
            guest.sockets.append(seat)
            await seat.say("hello", seat=0)
            await seat.until(lambda told: told["type"] == "update" and not told["more"])
            answer = await seat.do("play", ply=seat.now["ply"], action=seat.now["legal"][0]["action"])
            assert answer["type"] == "ack"
            await seat.follow(answer["seq"])

    run(story())


def test_nginx_lets_through_what_the_server_lets_through() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    megabytes = re.search(r"client_max_body_size (\d+)m;", text)
    assert megabytes is not None
    assert int(megabytes[1]) << 20 > RECORD_BYTES
    # The library pings a quiet socket every twenty seconds.
    assert all(int(seconds) > 40 for seconds in re.findall(r"proxy_(?:read|send)_timeout (\d+)s;", text))
    nodes = re.findall(r"upstream \w+ \{(.*?)\}", text, re.DOTALL)
    assert len({tuple(re.findall(r"server ([^;]+);", node)) for node in nodes}) == 1, "both ways name the same nodes"


# Grafana


def figures() -> set[str]:
    """What /metrics has names for, as Prometheus stores it."""
    names = set()
    for family in Metrics()._registry.collect():
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "info": ["_info"]}
        names |= {family.name + end for end in ends.get(family.type, [""])}
    return names


def test_the_dashboard_asks_for_figures_that_there_are_and_leaves_none_out() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    asked += [variable["query"] for variable in dashboard["templating"]["list"]]
    named = set(re.findall(r"fourleaf_\w+", " ".join(asked)))
    assert named <= figures()
    shown = {re.sub(r"_(bucket|sum|count)$", "", name) for name in named}
    assert shown == {re.sub(r"_(bucket|sum|count)$", "", name) for name in figures()}


def test_no_panel_lies_on_another() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    places: set[tuple[int, int]] = set()
    for panel in dashboard["panels"]:
        grid = panel["gridPos"]
        covered = {(grid["x"] + x, grid["y"] + y) for x in range(grid["w"]) for y in range(grid["h"])}
        assert max(x for x, _ in covered) < 24
        assert not covered & places, panel["title"]
        places |= covered
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_every_outcome_and_status_that_the_dashboard_names_is_said_somewhere() -> None:
    text = (DEPLOY / "grafana.json").read_text("utf-8")
    written = "\n".join(path.read_text("utf-8") for path in (DEPLOY.parent / "src/fourleaf/server").rglob("*.py"))
    for value in re.findall(r'(?:status|outcome)!?=\\"(\w+)\\"', text):
        assert f'"{value}"' in written, value


# Containers


def compose() -> dict[str, Any]:
    whole: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return whole


def test_the_compose_file_has_a_database_two_nodes_and_nginx() -> None:
    services = compose()["services"]
    assert set(services) == {"database", "node-a", "node-b", "nginx"}
    for name, service in services.items():
        assert set(service.get("networks", [])) == {"inside"}, name
        assert set(service.get("depends_on", [])) <= set(services), name
        assert ("ports" in service) is (name == "nginx"), "only nginx is open to the world"
    kept = [volume.partition(":")[0] for volume in services["database"]["volumes"]]
    assert kept == list(compose()["volumes"])


def test_the_nodes_of_the_compose_file_have_settings_that_there_are() -> None:
    known = {variable(name): name for name in vars(Settings())}
    services = compose()["services"]
    nginx = services["nginx"]["networks"]["inside"]["ipv4_address"]
    for node in ("node-a", "node-b"):
        chosen: dict[str, Any] = {
            known[name]: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value)
            for name, value in services[node]["environment"].items()
        }
        chosen["database"] = "postgresql://fourleaf:x@database/fourleaf"
        settings = Settings(**chosen)
        assert settings.proxies == [nginx]
        assert services["nginx"]["command"].count(f"{node}:8400") == 1
        assert int(services[node]["stop_grace_period"].rstrip("s")) > LONGEST_STOP


def test_the_changes_that_the_compose_file_makes_to_nginx_conf_find_something() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for change in re.findall(r"s([/#])(.+?)\1(.+?)\1", compose()["services"]["nginx"]["command"]):
        assert re.search(change[1], text), change


def test_the_dockerfile_copies_what_there_is_and_pins_what_is_proven() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert {line.split()[0] for line in text.replace("\\\n", "").splitlines() if line and not line.startswith("#")} <= {
        *("FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "ENV", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD")
    }
    script = re.search(r"sed -nE '(.*?)' requirements/dev.txt", text)
    assert script is not None
    pins = DEPLOY.parent / "requirements" / "dev.txt"
    listed = subprocess.run(
        ["/bin/sed", "-nE", script[1], str(pins)], capture_output=True, text=True, check=True
    ).stdout
    assert listed.count("\n") == len(re.findall(r"^\S+==", pins.read_text("utf-8"), re.MULTILINE))
    assert "--hash" not in listed
    assert "\\" not in listed
    ignored = (DEPLOY.parent / ".dockerignore").read_text("utf-8").split()
    assert not {"web", "src", "requirements", "setup.py", "pyproject.toml", "README.md", "LICENSE"} & set(ignored)


# systemd


def test_the_unit_starts_what_there_is_and_waits_for_its_end(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "fourleaf.service", "utf-8")
    service = unit["Service"]
    assert service["ExecStart"].split()[1:] == ["serve"]
    assert float(service["TimeoutStopSec"]) > LONGEST_STOP
    assert service["KillMode"] == "mixed", "a node that hears a second signal would go without a word"
    name, _, url = service["Environment"].partition("=")
    assert name == variable("database")
    assert url == f"sqlite:////var/lib/{service['StateDirectory']}/fourleaf.sqlite"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "fourleaf"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    text = (DEPLOY / "fourleaf.service").read_text("utf-8")
    (tmp_path / "fourleaf.service").write_text(text.replace("/opt/fourleaf/bin/fourleaf", str(program)))
    done = subprocess.run(
        [str(shutil.which("systemd-analyze")), "verify", str(tmp_path / "fourleaf.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in done.stderr.splitlines() if "fourleaf" in line] == []
