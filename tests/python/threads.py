"""Threads, queues, conditions, timers, forks and child processes of Python, each result checked."""

import multiprocessing
import os
import queue
import subprocess
import sys
import threading
import time

THREADS = 24


def check(holds, what):
    if not holds:
        sys.exit(f"threads.py: {what}")


def in_parallel(count, body):
    threads = [threading.Thread(target=body, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def locks():
    lock, count = threading.RLock(), [0]

    def body(_):
        for _ in range(2000):
            with lock, lock:
                count[0] += 1

    in_parallel(THREADS, body)
    check(count[0] == THREADS * 2000, f"counted {count[0]}")


def queues():
    jobs, results = queue.Queue(maxsize=5), queue.SimpleQueue()

    def worker(_):
        while (job := jobs.get(timeout=20)) is not None:
            results.put(job * 2)
            jobs.task_done()

    workers = [threading.Thread(target=worker, args=(i,)) for i in range(8)]
    for thread in workers:
        thread.start()
    for job in range(5000):
        jobs.put(job)
    jobs.join()
    for _ in workers:
        jobs.put(None)
    for thread in workers:
        thread.join()
    total = sum(results.get_nowait() for _ in range(5000))
    check(total == 4999 * 5000, f"queue carried {total}")


def conditions():
    condition, turn = threading.Condition(), [0]

    def body(me):
        for _ in range(100):
            with condition:
                check(condition.wait_for(lambda: turn[0] % 6 == me, timeout=20), "a turn was lost")
                turn[0] += 1
                condition.notify_all()

    in_parallel(6, body)
    check(turn[0] == 600, f"{turn[0]} turns")
    barrier, event = threading.Barrier(10), threading.Event()
    in_parallel(10, lambda _: [barrier.wait(timeout=20) for _ in range(20)])
    start = time.monotonic()
    check(not event.wait(0.05) and time.monotonic() - start < 5, "a wait of 50 ms went wrong")
    threading.Timer(0.02, event.set).start()
    check(event.wait(20), "the timer did not fire")


def forks():
    stop = threading.Event()
    noise = [threading.Thread(target=lambda: [time.sleep(0.0005) for _ in iter(stop.is_set, True)]) for _ in range(4)]
    for thread in noise:
        thread.start()
    for i in range(20):
        pid = os.fork()
        if pid == 0:
            with threading.Lock():
                os._exit(i % 7)
        check(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == i % 7, "a child went wrong")
        check(subprocess.run([sys.executable, "-S", "-c", "print(6 * 7)"], capture_output=True, check=True).stdout
              == b"42\n", "a program went wrong")
    stop.set()
    for thread in noise:
        thread.join()


def square(x):
    return x * x


def pools():
    with multiprocessing.get_context("fork").Pool(3) as pool:
        check(sum(pool.map(square, range(500))) == sum(x * x for x in range(500)), "the pool is wrong")


def main():
    locks()
    queues()
    conditions()
    forks()
    pools()
    print("ok")


if __name__ == "__main__":
    main()
