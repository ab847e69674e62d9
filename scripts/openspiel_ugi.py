"""OpenSpiel's MCTSBot with random rollouts as an engine of the Universal Game Interface. `openspiel-ugi` runs this.

It plays Oware, our `awale:abapa`. What there is to know:

- OpenSpiel 2.0.2 cannot set up a position of this game; it only plays on from the start. A position that is given by its
  text is therefore looked for among the positions of the first plies (LONGEST_LINE), which finds the usual openings.
  Others are refused: the answer to `go` is then a legal move, the first one, and `info string error` says so.
- OpenSpiel ends a game as soon as a player has more than 24 seeds, and after 1000 plies; our game goes on there. The bot
  has nothing to think about any more then: it answers the first legal move. The moves are known from a board kept here.
- Simulations are the nodes. A time limit is kept by doubling the simulations, from few, while there is time for it. The
  bot cannot be stopped in between, so that `go infinite` searches in pieces too.
"""

import argparse
import queue
import sys
import threading
import time

import pyspiel

PITS = 6
START = [4] * (2 * PITS)
LONGEST_LINE = 6
FEW = 64


class Board:
    """Pits in sowing order, stores and side to move, by the rules of awale:abapa."""

    def __init__(self, pits=START, stores=(0, 0), turn=0):
        self.pits, self.stores, self.turn = list(pits), list(stores), turn

    @classmethod
    def read(cls, text):
        words = text.split()
        if words and words[0] == "awale:abapa":
            words = words[1:]
        if words == ["startpos"]:
            return cls()
        parts = words[0].split("-") if len(words) == 1 else []
        if len(parts) != 2 * PITS + 3 or parts[-1] not in ("S", "N") or not all(p.isdigit() for p in parts[:-1]):
            raise ValueError(f"this is no position of awale:abapa: {text}")
        numbers = [int(part) for part in parts[:-1]]
        if sum(numbers) != sum(START):
            raise ValueError(f"a position has {sum(START)} seeds, not {sum(numbers)}")
        return cls(numbers[: 2 * PITS], numbers[2 * PITS :], "SN".index(parts[-1]))

    def key(self):
        return (*self.pits, *self.stores, self.turn)

    def row(self, player):
        return range(player * PITS, (player + 1) * PITS)

    def after(self, action):
        """The board after a move, legal or not."""
        pits, stores = list(self.pits), list(self.stores)
        origin = at = self.turn * PITS + action
        seeds, pits[origin] = pits[origin], 0
        while seeds:
            at = (at + 1) % (2 * PITS)
            if at != origin:
                pits[at] += 1
                seeds -= 1
        enemy = self.row(1 - self.turn)
        taken = []
        while at in enemy and pits[at] in (2, 3):
            taken.append(at)
            at -= 1
        # A grand slam, which would take all the enemy has, takes nothing.
        if taken and any(pits[pit] for pit in enemy if pit not in taken):
            for pit in taken:
                stores[self.turn] += pits[pit]
                pits[pit] = 0
        return Board(pits, stores, 1 - self.turn)

    def legal(self):
        moves = [action for action in range(PITS) if self.pits[self.turn * PITS + action]]
        enemy = self.row(1 - self.turn)
        if any(self.pits[pit] for pit in enemy):
            return moves
        # An enemy without seeds must be fed.
        return [action for action in moves if any(self.after(action).pits[pit] for pit in enemy)]

    def action(self, letter):
        action = ord(letter) - ord("Aa"[self.turn]) if len(letter) == 1 else -1
        if action not in self.legal():
            raise ValueError(f"{letter} is no legal move")
        return action

    def letter(self, action):
        return chr(ord("Aa"[self.turn]) + action)


def line_to(goal):
    """Actions from the start to a position, or None: all short lines are tried."""
    if goal.key() == Board().key():
        return []
    seen = {Board().key()}
    front = [(Board(), [])]
    for _ in range(LONGEST_LINE):
        following = []
        for board, line in front:
            for action in board.legal():
                after = board.after(action)
                key = after.key()
                if key == goal.key():
                    return [*line, action]
                if key not in seen:
                    seen.add(key)
                    following.append((after, [*line, action]))
        front = following
    return None


class Engine:
    def __init__(self, arguments):
        self.simulations = arguments.simulations
        self.seed = arguments.seed
        self.uct = arguments.uct
        self.game = pyspiel.load_game("oware")
        self.lines = {}
        self.commands = queue.Queue()
        self.stop = threading.Event()
        self.searching = threading.Event()
        self.lock = threading.Lock()
        self.set(Board(), [])

    def say(self, text):
        with self.lock:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    def error(self, reason):
        self.say(f"info string error: {reason}")

    def set(self, start, moves):
        """Sets the position; `moves` are letters."""
        board = start
        key = start.key()
        if key not in self.lines:
            self.lines[key] = line_to(start)
        line = self.lines[key]
        actions = None if line is None else list(line)
        counts = {board.key(): 1}
        for letter in moves:
            action = board.action(letter)
            board = board.after(action)
            counts[board.key()] = counts.get(board.key(), 0) + 1
            if actions is not None:
                actions.append(action)
        self.board, self.repeated = board, counts[board.key()] >= 3
        self.state = None
        if actions is not None:
            state = self.game.new_initial_state()
            for action in actions:
                if state.is_terminal():
                    break
                state.apply_action(action)
            self.state = state

    def position(self, words):
        at = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:at], words[at + 1 :]
        if start[:1] == ["startpos"]:
            self.set(Board(), moves)
        elif start[:1] == ["fen"]:
            self.set(Board.read(" ".join(start[1:])), moves)
        else:
            raise ValueError("position startpos or position fen TEXT is wanted")

    def query(self, what):
        if what == "p1turn":
            return str(self.board.turn == 0).lower()
        if what == "gameover":
            return str(self.over()).lower()
        if what == "result":
            if not self.over():
                return "none"
            first, second = self.totals()
            return "p1win" if first > second else "p2win" if second > first else "draw"
        raise ValueError(f"query {what} is not known")

    def over(self):
        """Is the game over by our rules?"""
        return self.repeated or not self.board.legal()

    def totals(self):
        return [self.board.stores[player] + sum(self.board.pits[pit] for pit in self.board.row(player)) for player in (0, 1)]

    def bot(self, simulations):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self.seed)
        return pyspiel.MCTSBot(self.game, evaluator, self.uct, simulations, 1000, True, self.seed, False)

    def go(self, words):
        def value(word):
            return int(words[words.index(word) + 1]) if word in words else None

        infinite = "infinite" in words
        budget = value("movetime")
        clock = value(("p1time", "p2time")[self.board.turn])
        if clock is not None:
            increment = value(("p1inc", "p2inc")[self.board.turn]) or 0
            share = max(1, min(clock // 25 + increment * 3 // 4, clock // 2))
            budget = share if budget is None else min(budget, share)
        nodes = value("nodes")
        started = time.monotonic()
        legal = self.board.legal()
        if self.over() or not legal:
            self.wait(infinite)
            self.say("info nodes 0 time 0 nps 0\nbestmove 0000")
            return
        if self.state is None:
            self.error("OpenSpiel cannot be brought to this position: the first legal move is played")
        if self.state is None or self.state.is_terminal():
            letter = self.board.letter(legal[0])
            self.wait(infinite)
            self.say(f"info depth 1 nodes 1 time 0 nps 1 multipv 1 score cp 0 pv {letter}")
            self.say(f"info nodes 1 time 0 nps 1\nbestmove {letter}")
            return
        if budget is None and not infinite:
            action = self.search(nodes or self.simulations, started)
        else:
            action = self.search_for(None if infinite else budget / 1000, nodes, started)
            self.wait(infinite)
        self.say(f"bestmove {self.board.letter(action)}")

    def wait(self, infinite):
        if infinite:
            self.stop.wait()

    def search(self, simulations, started):
        root = self.bot(simulations).mcts_search(self.state)
        best = root.best_child()
        milliseconds = int(1000 * (time.monotonic() - started))
        nodes = root.explore_count
        nps = int(1000 * nodes / max(milliseconds, 1))
        letter = self.board.letter(best.action)
        # A child's reward is from the view of the player who moves there from here: ours.
        score = round(100 * best.total_reward / max(best.explore_count, 1))
        self.say(
            f"info depth 1 time {milliseconds} nodes {nodes} nps {nps} multipv 1 score cp {score} pv {letter}\n"
            f"info nodes {nodes} time {milliseconds} nps {nps}"
        )
        return best.action

    def search_for(self, seconds, nodes, started):
        """Doubles the simulations while the next search, which takes twice as long, still fits."""
        simulations, action = FEW, None
        while True:
            simulations = min(simulations, nodes or simulations, 200_000)
            begun = time.monotonic()
            action = self.search(simulations, started)
            now = time.monotonic()
            if self.stop.is_set() or simulations == nodes:
                return action
            # A search of many pieces can be stopped soon: no piece takes longer than about half a second.
            longest = 2.2 * (now - begun)
            if seconds is not None and now - started + longest > 0.95 * seconds:
                return action
            if seconds is None and longest > 0.5:
                self.stop.wait()
                return action
            simulations *= 2

    def set_option(self, words):
        if words[:1] != ["name"] or "value" not in words:
            raise ValueError("setoption name NAME value VALUE is wanted")
        at = words.index("value")
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        if name == "Simulations":
            self.simulations = max(1, int(value))
        elif name == "Seed":
            self.seed = int(value) % (1 << 31)
        elif name == "Game":
            if value != "awale:abapa":
                raise ValueError(f"only awale:abapa is played, not {value}")
        else:
            raise ValueError(f"there is no option {name}")

    def obey(self, line):
        command, *words = line.split()
        if command == "ugi":
            self.say(
                "id name OpenSpiel MCTS\nid author The OpenSpiel authors\n"
                f"option name Simulations type spin default {self.simulations} min 1 max 10000000\n"
                f"option name Seed type spin default {self.seed} min 0 max 2147483647\n"
                "option name Game type combo default awale:abapa var awale:abapa\nugiok"
            )
        elif command == "isready":
            self.say("readyok")
        elif command in ("uginewgame", "ucinewgame"):
            self.set(Board(), [])
        elif command == "setoption":
            self.set_option(words)
        elif command == "position":
            self.position(words)
        elif command == "query":
            self.say(f"response {self.query(words[0] if words else '')}")
        elif command == "go":
            try:
                self.go(words)
            finally:
                self.searching.clear()
        elif command != "stop":
            raise ValueError(f"there is no command {command}")

    def listen(self):
        """Reads on during searches: in a thread of its own."""
        for line in sys.stdin:
            words = line.split()
            if words[:1] == ["stop"] or words[:1] == ["quit"]:
                self.stop.set()
            if words[:1] == ["isready"] and self.searching.is_set():
                self.say("readyok")
            elif words:
                # From now on, not only from the start of the search: isready must not wait behind it.
                if words[0] == "go":
                    self.searching.set()
                self.commands.put(line)
            if words[:1] == ["quit"]:
                break
        self.stop.set()
        self.commands.put("quit")

    def run(self):
        threading.Thread(target=self.listen, daemon=True).start()
        while (line := self.commands.get()).split()[0] != "quit":
            if line.split()[0] == "stop":
                self.stop.clear()
                continue
            try:
                self.obey(line)
            except (ValueError, IndexError) as error:
                self.error(" ".join(str(error).split()))


def main():
    parser = argparse.ArgumentParser(description="OpenSpiel's Monte-Carlo bot for Oware behind the UGI protocol.")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uct", type=float, default=2.0)
    Engine(parser.parse_args()).run()


if __name__ == "__main__":
    main()
