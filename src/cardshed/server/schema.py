"""The tables of the database and the steps that lead to them. Only steps are ever added; none is changed.

`events` is the truth. `summaries`, `people` and `results` are made from it in the same transactions, to be searched;
`findings` can be worked out again.

A step makes tables, with the indexes that stand in them, makes an index in a table of an earlier step, or is a
statement, which SQLite skips.
"""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Connection, Float, Index, Integer, MetaData, String, Table, inspect

from cardshed.engine.errors import CardshedError

metadata = MetaData()

VERSIONS = Table("cardshed", metadata, Column("version", Integer, primary_key=True))

MATCHES = Table(  # what is fixed when a table is made
    "matches",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("setting", JSON, nullable=False),
    Column("made", Float, nullable=False),
)

EVENTS = Table(  # what happened there; nothing in it is ever changed or deleted
    "events",
    metadata,
    Column("match", String(40), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("body", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

SUMMARIES = Table(  # how each match stands, to be listed
    "summaries",
    metadata,
    Column("match", String(40), primary_key=True),
    Column("state", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed", Float, nullable=False),
    Column("told", JSON, nullable=False),
    Index("summaries_by_state", "state", "listed", "changed"),
)

PEOPLE = Table(  # who sat where, by the hash of their key
    "people",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("match", String(40), primary_key=True),
    Column("since", Float, nullable=False),
)

RESULTS = Table(  # how each match ended for each person who sat there at the end
    "results",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("match", String(40), primary_key=True),
    Column("ended", Float, nullable=False),
    Column("told", JSON, nullable=False),
)

FINDINGS = Table(  # what an analysis made of the choices of a match
    "findings",
    metadata,
    Column("match", String(40), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("told", JSON, nullable=False),
)

WIDER = ("ALTER TABLE matches ALTER seed TYPE VARCHAR(32)", "ALTER TABLE matches ALTER salt TYPE VARCHAR(64)")
Step = tuple[Table | Index | str, ...]
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
            if isinstance(step, Table | Index):
                step.create(db, checkfirst=True)  # a new database has an index with its table
            elif db.dialect.name == "postgresql":  # SQLite takes texts of any length
                db.exec_driver_sql(step)
        db.execute(VERSIONS.insert().values(version=version))
    return found
