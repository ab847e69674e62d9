"""Games of Awalé (preset abapa) in OpenSpiel's `oware`, to be compared with Grenier's. `compare-openspiel` runs this.

    compare_openspiel.py replay < GAMES          plays games of the example `random-games` and compares every ply
    compare_openspiel.py play --games N --seed S prints random games in the same form, for the example's --check

OpenSpiel's rules differ in this only:
- It ends a game as soon as a player has more than 24 seeds, and then too gives each player the seeds of his own row.
  Games are compared up to there, the last scores included.
- It ends a game after 1000 plies. No random game has come near that.
- It shows a finished game with the seeds shared out; the board before that cannot be asked for.
"""

import argparse
import collections
import json
import random
import sys

import pyspiel

PITS = 6
HALF = 24
LONGEST = 1000


def observed(fields):
    """The text of an OpenSpiel state for our fields: side, scores, pits."""
    parts = fields.split("-")
    return f"{'SN'.index(parts[-1])} | {' '.join(parts[-3:-1])} | {' '.join(parts[:-3])}"


def fields_of(state):
    """Our fields for an OpenSpiel state that is not finished."""
    side, scores, pits = (part.split() for part in state.observation_string(0).split("|"))
    return "-".join([*pits, *scores, "SN"[int(side[0])]])


def scores_of(state):
    return [int(score) for score in state.observation_string(0).split("|")[1].split()]


def letters(state):
    first = "Aa"[state.current_player()]
    return [chr(ord(first) + action) for action in state.legal_actions()]


def with_rows(fields):
    """Scores if each player takes the seeds of his own row."""
    numbers = [int(part) for part in fields.split("-")[:-1]]
    return [numbers[-2] + sum(numbers[:PITS]), numbers[-1] + sum(numbers[PITS : 2 * PITS])]


def compare_end(state, fields, result):
    """Both have just played the same move and OpenSpiel's game is over; returns how it ended, or raises."""
    stores = [int(part) for part in fields.split("-")[-3:-1]]
    if max(stores) > HALF:
        kind, wanted = "more than 24 seeds", with_rows(fields)
    elif result is None:
        raise AssertionError(f"OpenSpiel ends the game in {fields} with {scores_of(state)}, Grenier goes on")
    else:
        kind, wanted = result.get("reason", "no move, or 24 each"), result["stores"]
    if scores_of(state) != wanted:
        raise AssertionError(f"the scores are {wanted} here and {scores_of(state)} in OpenSpiel after {fields}")
    winner = {1.0: "first", -1.0: "second", 0.0: "draw"}[state.returns()[0]]
    if result is not None and max(stores) <= HALF and winner != result["winner"]:
        raise AssertionError(f"OpenSpiel's winner is {winner} after {fields}, not {result['winner']}")
    return kind


def compare(game, line):
    """Replays one game; returns its end and the number of plies compared."""
    state = game.new_initial_state()
    plies = line["plies"]
    for number, ply in enumerate(plies):
        where = f"ply {number + 1}, {ply['position']}"
        if state.observation_string(0) != observed(ply["position"]):
            raise AssertionError(f"{where}: OpenSpiel has {state.observation_string(0)!r}")
        if letters(state) != ply["moves"]:
            raise AssertionError(f"{where}: legal are {ply['moves']} here and {letters(state)} in OpenSpiel")
        state.apply_action(ord(ply["move"].upper()) - ord("A"))
        if state.is_terminal():
            last = number + 1 == len(plies)
            after = line["final"] if last else plies[number + 1]["position"]
            if number + 1 == LONGEST:
                return "cut off by OpenSpiel", number + 1
            return compare_end(state, after, line["result"] if last else None), number + 1
    raise AssertionError(f"Grenier's game is over in {line['final']}, OpenSpiel goes on")


def replay():
    game = pyspiel.load_game("oware")
    ends, plies = collections.Counter(), 0
    for number, text in enumerate(sys.stdin, start=1):
        try:
            end, compared = compare(game, json.loads(text))
        except AssertionError as difference:
            sys.exit(f"game {number}, {difference}")
        ends[end] += 1
        plies += compared
    if not ends:
        sys.exit("there are no games to compare")
    kinds = ", ".join(f"{kind} {count}" for kind, count in ends.most_common())
    print(f"{sum(ends.values())} games with {plies} moves, no difference; ends: {kinds}")


def played(game, rng):
    """A random game in the form of `random-games`, up to the last move; how it ends is what `replay` compares."""
    state = game.new_initial_state()
    plies = []
    while not state.is_terminal():
        legal = letters(state)
        move = rng.choice(legal)
        plies.append({"position": fields_of(state), "moves": legal, "move": move})
        state.apply_action(ord(move.upper()) - ord("A"))
    return {"variant": "awale:abapa", "plies": plies}


def play(games, seed):
    game = pyspiel.load_game("oware")
    rng = random.Random(seed)
    for _ in range(games):
        print(json.dumps(played(game, rng), separators=(",", ":")))


def main():
    parser = argparse.ArgumentParser(description="Compares games of Awalé with OpenSpiel's oware.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("replay")
    command = commands.add_parser("play")
    command.add_argument("--games", type=int, default=10000)
    command.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.command == "replay":
        replay()
    else:
        play(arguments.games, arguments.seed)


if __name__ == "__main__":
    main()
