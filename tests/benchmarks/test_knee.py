"""The simulation of load says what its costs say, and the same in every run."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from benchmarks import knee
from benchmarks.knee import Costs, Point, as_svg, as_table, measure
from tests.server.simulation.virtual_time import simulate

MOVES = 300


@pytest.fixture(autouse=True)
def _few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knee, "TABLES", 40)


def test_nobody_waits_less_than_a_move_costs_and_beyond_the_knee_everybody_waits() -> None:
    costs = Costs()
    calm, full = (simulate(measure(costs, 1, load, MOVES)) for load in (0.2, 1.5))
    alone = costs.node + 2 * costs.network + costs.database + costs.transaction + costs.sync
    assert alone <= calm.p50 <= alone + 2 * costs.sync
    assert full.p50 > 2 * calm.p50
    assert full.group > calm.group, "who waits together is written together"
    assert simulate(measure(costs, 1, 0.2, MOVES)) == calm


def test_a_database_that_is_slow_is_the_knee_of_all_nodes() -> None:
    quick, slow = (simulate(measure(Costs(database=cost, cores=1), 2, 0.8, MOVES)) for cost in (0.0001, 0.001))
    assert slow.p99 > 2 * quick.p99


def test_the_picture_and_the_table_have_every_point() -> None:
    points = [Point(nodes, 1000.0 * nodes * load, 0.01, 0.02 * load, 3.0) for nodes in (1, 2) for load in (1, 50)]
    picture = ElementTree.fromstring(as_svg(points))  # noqa: S314  # our own
    lines = [each.attrib["points"].split() for each in picture.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(line) for line in lines] == [2, 2]
    assert all(0 <= float(number) <= knee.WIDTH for line in lines for place in line for number in place.split(","))
    assert as_table(points).count("\n") == 1 + len(points)
