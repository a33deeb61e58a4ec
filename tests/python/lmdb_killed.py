"""Processes that write one LMDB database, whose write lock is a robust, process-shared mutex: `lmdb_killed.py FOLDER`.

Writers move money between accounts, all the time; meanwhile others are killed with SIGKILL in the middle of a
transaction, their lock held and their changes not committed. The next to lock is told EOWNERDEAD, LMDB repairs
its state, and everybody goes on: no committed transaction is lost, none of a dead process is seen. Prints "ok".
The caller limits the time: a lock that stays taken would be a hang."""

import os
import random
import signal
import sys

import lmdb

ACCOUNTS, START, WRITERS, KILLS, LEAST = 20, 1000, 4, 100, 50


def account(i):
    return b"account%02d" % i


def opened(folder):
    return lmdb.open(folder, sync=False)


def number(txn, key):
    return int(txn.get(key, b"0"))


def add(txn, key, amount):
    txn.put(key, b"%d" % (number(txn, key) + amount))


def write(folder, me, report):
    """Moves until it is told to stop; each move is counted in its transaction, and here."""
    env, rng, moves, stopped = opened(folder), random.Random(me), 0, False
    while moves < LEAST or not stopped:
        with env.begin(write=True) as txn:
            amount = rng.randrange(1, 50)
            add(txn, account(rng.randrange(ACCOUNTS)), -amount)
            add(txn, account(rng.randrange(ACCOUNTS)), amount)
            add(txn, b"moves%d" % me, 1)
            stopped = txn.get(b"stop") is not None
        moves += 1
    os.write(report, b"%d" % moves)


def die_inside(folder, report):
    """Takes money and gives it to nobody; tells that it holds the write lock, and waits for its end."""
    txn = opened(folder).begin(write=True)
    add(txn, account(0), -1)
    add(txn, b"dead", 1)
    os.write(report, b"inside")
    signal.pause()


class Child:
    """A process that does `work` and reports by a pipe."""

    def __init__(self, work, *args):
        self.report, into = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                work(*args, into)
                status = 0
            finally:
                os._exit(status)
        os.close(into)

    def ended(self):
        os.close(self.report)
        return os.waitpid(self.pid, 0)[1]


def must(holds, what):
    if not holds:
        sys.exit(f"lmdb_killed: {what}")


def kill_one(folder):
    victim = Child(die_inside, folder)
    must(os.read(victim.report, 16) == b"inside", "the victim did not get the write lock")
    os.kill(victim.pid, signal.SIGKILL)
    must(victim.ended() == signal.SIGKILL, "the victim ended before it was killed")


def main():
    folder = sys.argv[1]
    env = opened(folder)
    with env.begin(write=True) as txn:
        for i in range(ACCOUNTS):
            add(txn, account(i), START)
    env.close()  # before the forks: an environment belongs to one process
    writers = [Child(write, folder, me) for me in range(WRITERS)]
    for _ in range(KILLS):
        kill_one(folder)
    with opened(folder).begin(write=True) as txn:
        txn.put(b"stop", b"1")
    moves = [int(os.read(writer.report, 16)) for writer in writers]
    must(all(writer.ended() == 0 for writer in writers), "a writer failed")
    with opened(folder).begin() as txn:
        kept = [number(txn, b"moves%d" % me) for me in range(WRITERS)]
        must(kept == moves, f"{moves} moves were made, {kept} are kept")
        must(txn.get(b"dead") is None, "a dead process's transaction is seen")
        total = sum(number(txn, account(i)) for i in range(ACCOUNTS))
        must(total == ACCOUNTS * START, f"the accounts hold {total}, not {ACCOUNTS * START}")
    print(f"{sum(moves)} moves beside {KILLS} killed writers", file=sys.stderr)
    print("ok")


if __name__ == "__main__":
    main()
