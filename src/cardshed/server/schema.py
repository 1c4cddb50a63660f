"""The tables of the database and the steps that lead to them. Only steps are ever added; none is changed.

`events` is the truth. `summaries`, `people` and `results` are made from it in the same transactions, to be searched;
`findings` can be worked out again.

A step makes tables, with the indexes that stand in them, or is a statement, which SQLite skips.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Boolean, Column, Connection, Float, Index, Integer, MetaData, String, Table, inspect

from cardshed.engine.errors import CardshedError

metadata = MetaData()
ID, KEY = String(40), String(64)  # of a match, and of a person: the hash of their key


def _table(name: str, key: tuple[str, ...], *indexes: Index, **types: Any) -> Table:
    """A table by the types of its columns; only a seat may be missing."""
    columns = (Column(what, kind, primary_key=what in key, nullable=what == "seat") for what, kind in types.items())
    return Table(name, metadata, *columns, *indexes)


VERSIONS = _table("cardshed", ("version",), version=Integer)

# What is fixed when a table is made.
SET_UP = {"options": JSON, "seed": String(32), "salt": String(64), "setting": JSON, "made": Float}
MATCHES = _table("matches", ("id",), id=ID, game=String(80), rules=Integer, players=Integer, **SET_UP)

# What happened there; nothing in it is ever changed or deleted.
EVENTS = _table("events", ("match", "n"), match=ID, n=Integer, kind=String(16), seat=Integer, body=JSON, at=Float)

# How each match stands, to be listed.
BY_STATE = Index("summaries_by_state", "state", "listed", "changed")
SUMMARIES = _table(
    "summaries", ("match",), BY_STATE, match=ID, state=String(8), listed=Boolean, changed=Float, told=JSON
)

# Who sat where, by the hash of their key.
PEOPLE = _table("people", ("person", "match"), person=KEY, match=ID, since=Float)

# How each match ended for each person who sat there at the end.
RESULTS = _table("results", ("person", "match"), person=KEY, match=ID, ended=Float, told=JSON)

# What an analysis made of the choices of a match.
FINDINGS = _table("findings", ("match", "ply"), match=ID, ply=Integer, told=JSON)

WIDER = ("ALTER TABLE matches ALTER seed TYPE VARCHAR(32)", "ALTER TABLE matches ALTER salt TYPE VARCHAR(64)")
Step = tuple[Table | str, ...]
STEPS: tuple[Step, ...] = ((MATCHES, EVENTS), (SUMMARIES, PEOPLE), (RESULTS, FINDINGS), WIDER)
NEWEST = len(STEPS)
MIGRATING = 0x63617264  # the number of the lock that keeps two processes from doing it at once


class SchemaTooNew(CardshedError):
    pass


def migrate(db: Connection) -> int:
    """Bring a database to the newest schema, in the transaction that is open; returns the version it had."""
    if db.dialect.name == "postgresql":
        db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
    found = 0
    if inspect(db).has_table(VERSIONS.name):
        found = db.scalar(VERSIONS.select().order_by(VERSIONS.c.version.desc())) or 0
    else:
        VERSIONS.create(db)
    if found > NEWEST:
        raise SchemaTooNew("server.schema.newer", theirs=found, ours=NEWEST)
    for version in range(found + 1, NEWEST + 1):
        for step in STEPS[version - 1]:
            if isinstance(step, Table):
                step.create(db, checkfirst=True)
            elif db.dialect.name == "postgresql":  # SQLite takes texts of any length
                db.exec_driver_sql(step)
        db.execute(VERSIONS.insert().values(version=version))
    return found
