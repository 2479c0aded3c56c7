"""Every setting is a flag, a variable and a row in the page for hosts."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

import pytest

from fourleaf.server import limits
from fourleaf.server.settings import BadSetting, Settings, add_flags, as_table, read_settings, variable

PAGE = Path(__file__).parent.parent.parent / "docs" / "hosting.md"


def test_the_page_for_hosts_has_the_table_of_settings() -> None:
    assert as_table() in PAGE.read_text("utf-8"), "what as_table() gives belongs there"


def test_a_flag_comes_before_a_variable_and_that_before_the_usual_value() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    flags = vars(parser.parse_args(["--port", "9000", "--bot-pace", "0.5"]))
    chosen = read_settings(flags, {"FOURLEAF_PORT": "1", "FOURLEAF_HOST": "0.0.0.0"})  # noqa: S104  # as a host would
    assert (chosen.port, chosen.host, chosen.bot_pace) == (9000, "0.0.0.0", 0.5)  # noqa: S104
    assert chosen.bot_workers == Settings().bot_workers


def test_a_value_that_cannot_be_is_named() -> None:
    with pytest.raises(BadSetting, match="port is a whole number, not 'many'"):
        read_settings({"port": "many"}, {})


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("port", "65536", "from 0 to 65535"),
        ("rates", "0", "from 0.1 to"),
        ("rates", "-1", "from 0.1 to"),
        ("rates", "nan", "from 0.1 to"),
        ("rates", "inf", "from 0.1 to"),
        ("bot_workers", "0", "from 1 to"),
        ("bot_workers", "-2", "from 1 to"),
        ("bot_pace", "-0.1", "from 0 to 60"),
        ("bot_deadline", "nan", "from 0.1 to 3600"),
        ("bot_deadline", "0", "from 0.1 to 3600"),
        ("bot_memory", "1", "from 256 to"),
        ("review_effort", "-1", "from 0 to 100000"),
        ("review_effort", "4", "0 or at least 5"),
        ("open_within", "0", "from 0.1 to"),
        ("open_within", "inf", "from 0.1 to"),
        ("idle_days", "-30", "from 0.01 to"),
        ("idle_days", "nan", "from 0.01 to"),
        ("log_level", "loud", "debug, info, warning or error"),
        ("host", "", "host is empty"),
        ("log_level", "", "log_level is empty"),
        ("host", "127.0.0.1\n", "cannot be seen"),
        ("hooks_to_private", "", "true or false"),
        ("trusted_proxies", "proxy.example.org", "addresses or networks"),
        ("trusted_proxies", "127.0.0.1, *", "addresses or networks"),
        ("trusted_proxies", "10.0.0.1/8", "addresses or networks"),
        ("public_url", "example.org", "an origin is like"),
        ("public_url", "https://example.org/club", "an origin is like"),
        ("public_url", "https://oak:secret@example.org", "an origin is like"),
        ("public_url", "https://example.org:99999", "an origin is like"),
        ("public_url", "https://[::1", "an origin is like"),
        ("public_url", "https://a..b", "an origin is like"),
        ("public_url", "https://ä.example.org", "an origin is like"),
        ("origins", "https://example.org, null", "an origin is like"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_in_words(name: str, text: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        read_settings({}, {variable(name): text})


def test_the_lowest_rates_still_let_one_of_everything_through() -> None:
    lowest = read_settings({"rates": "0.1"}, {}).rates
    assert all(rate.burst * lowest >= 1 for rate in vars(limits).values() if isinstance(rate, limits.Rate))


def test_the_public_address_is_written_in_one_way() -> None:
    written = Settings(public_url="HTTPS://Example.org:443/")
    assert (written.public_url, written.secure) == ("https://example.org", True)


def test_every_setting_has_a_meaning_and_a_variable_of_its_own() -> None:
    names = {variable(setting.name) for setting in fields(Settings)}
    assert len(names) == len(fields(Settings))
    assert all(setting.metadata["meaning"] for setting in fields(Settings))
