"""Every setting is a flag, a variable and a row in the page for hosts."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

import pytest

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


def test_every_setting_has_a_meaning_and_a_variable_of_its_own() -> None:
    names = {variable(setting.name) for setting in fields(Settings)}
    assert len(names) == len(fields(Settings))
    assert all(setting.metadata["meaning"] for setting in fields(Settings))
