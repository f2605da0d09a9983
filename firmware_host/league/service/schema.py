"""The shape of a league's database, format by format. One of an older format is brought up to date when it is opened.

A new database goes the same way, from the first format to the newest, so there is only one.
"""

from typing import Any

from firmware_host.frozen import frozen

COUNTED = ("games", "wins", "points", "beaten", "met", "words", "found", "tries")  # of a `Total`, in its order


@frozen
class Step:
    """What makes the format before into this one: at both kinds of database, and what only PostgreSQL needs."""

    both: tuple[str, ...] = ()
    postgres: tuple[str, ...] = ()


STEPS = (
    Step(
        (
            """
            CREATE TABLE results (
                league TEXT NOT NULL, place TEXT NOT NULL, key TEXT NOT NULL,
                played TEXT NOT NULL, round INTEGER NOT NULL, game TEXT NOT NULL, ended DOUBLE PRECISION NOT NULL,
                given INTEGER NOT NULL, score DOUBLE PRECISION, told TEXT NOT NULL,
                PRIMARY KEY (league, place, key)
            )
            """,
            f"""
            CREATE TABLE people (
                league TEXT NOT NULL, name TEXT NOT NULL, {", ".join(f"{name} INTEGER NOT NULL" for name in COUNTED)},
                PRIMARY KEY (league, name)
            )
            """,
            """
            CREATE TABLE evenings (
                league TEXT NOT NULL, evening TEXT NOT NULL, began DOUBLE PRECISION NOT NULL, over INTEGER NOT NULL,
                format TEXT NOT NULL, boards TEXT NOT NULL,
                PRIMARY KEY (league, evening)
            )
            """,
            """
            CREATE TABLE handed (
                league TEXT NOT NULL, evening TEXT NOT NULL, place TEXT NOT NULL, board INTEGER NOT NULL,
                played TEXT NOT NULL, round INTEGER NOT NULL,
                PRIMARY KEY (league, evening, place, board), UNIQUE (league, evening, place, played, round)
            )
            """,
            "CREATE INDEX newest ON results (league, ended)",
        )
    ),
    Step(
        (
            "ALTER TABLE evenings ADD COLUMN lifts DOUBLE PRECISION NOT NULL DEFAULT 0",
            "ALTER TABLE evenings ADD COLUMN tables TEXT NOT NULL DEFAULT '[]'",
            """
            CREATE TABLE opened (
                league TEXT NOT NULL, evening TEXT NOT NULL, board INTEGER NOT NULL,
                PRIMARY KEY (league, evening, board)
            )
            """,
            "CREATE INDEX of_round ON results (league, place, played, round)",
        ),
        # SQLite numbers the rows of every table by itself, in the order in which they came.
        ("ALTER TABLE results ADD COLUMN rowid BIGSERIAL",),
    ),
    # SQLite's numbers have 64 bits anyway. Sums of fewer can be made too large by a table that invents results.
    Step(postgres=(f"ALTER TABLE people {', '.join(f'ALTER COLUMN {name} TYPE BIGINT' for name in COUNTED)}",)),
    # When a word was handed out, by the league's clock. Long ago, for those of before.
    Step(("ALTER TABLE handed ADD COLUMN at DOUBLE PRECISION NOT NULL DEFAULT 0",)),
)
NEWEST = len(STEPS)

COLUMNS = "SELECT name FROM pragma_table_info('{table}')"
COLUMNS_OF_POSTGRES = """
SELECT column_name FROM information_schema.columns WHERE table_name = '{table}' AND table_schema = current_schema()
"""


def bring_up_to_date(cursor: Any, *, is_postgres: bool) -> int:
    """The format in which the database was found; with one that is newer than ours, nothing is done."""
    found = _found(cursor, COLUMNS_OF_POSTGRES if is_postgres else COLUMNS)
    for step in STEPS[found:]:
        for statement in (*step.both, *(step.postgres if is_postgres else ())):
            cursor.execute(statement)
    if found < NEWEST:
        cursor.execute("DELETE FROM format")
        cursor.execute(f"INSERT INTO format VALUES ({NEWEST})")  # noqa: S608
    return found


def _found(cursor: Any, columns: str) -> int:
    """The first two formats had no number: they are told apart by what is there."""

    def has(table: str) -> set[str]:
        cursor.execute(columns.replace("{table}", table))
        return {str(name) for (name,) in cursor.fetchall()}

    if has("format"):
        cursor.execute("SELECT number FROM format")
        return int(cursor.fetchone()[0])
    cursor.execute("CREATE TABLE format (number INTEGER NOT NULL)")
    evenings = has("evenings")
    return 0 if not evenings else 2 if "lifts" in evenings else 1
