"""Numbers on a score pad that no game can give (CA-1, CA-4, CA-5, CA-6)."""

from __future__ import annotations

from collections.abc import Iterator

from cascadia_print.cascadia.entered import HABITATS, RULES, Environment, Game
from cascadia_print.verdict import Finding


def impossible(env: Environment, game: Game, laid: bool) -> Iterator[Finding]:
    """Findings on claims that cannot be, whatever lay there; only where nothing is `laid`.

    Where tiles and tokens are known each number is compared with what they make instead.
    """
    if laid:
        return
    for habitat in HABITATS:
        written = env.claims.get(habitat, ())
        if len(written) == 2:
            yield from _corridor(env, game, habitat, *written)
    n = sum(env.claims.get("nature", (0,)))
    if n > 20:
        yield _finding(env, "nature", "pad-nature", value=n, max=20)


def _corridor(
    env: Environment, game: Game, habitat: str, size: int, bonus: int
) -> Iterator[Finding]:
    # Each starter has all five habitats, so nobody's corridor is 0.
    if not size:
        yield _finding(env, habitat, "pad-no-corridor")
    elif size > game.most_tiles and not game.landmarks:
        yield _finding(env, habitat, "pad-long-corridor", value=size, max=game.most_tiles)


def _finding(env: Environment, line: str, text: str, **values: object) -> Finding:
    return Finding(RULES[line], "claim", line, text, values, env.at("claim", line))
