"""A small load on a memcached behind a Unix socket: `memcached_load.py SOCKET`. Each answer is checked."""

import socket
import sys
import threading
import time

CLIENTS, ROUNDS = 12, 300


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb")

    def ask(self, *lines):
        self.file.write(b"".join(line + b"\r\n" for line in lines))
        self.file.flush()
        return self.file.readline().rstrip(b"\r\n")

    def get(self, key):
        if self.ask(b"get " + key) == b"END":
            return None
        value = self.file.readline().rstrip(b"\r\n")
        if self.file.readline() != b"END\r\n":
            sys.exit("memcached_load: no END")
        return value


def must(answer, want):
    if answer != want:
        raise SystemExit(f"memcached_load: {answer!r}, not {want!r}")


def load(path, me, failures):
    try:
        client = Client(path)
        for i in range(ROUNDS):
            key, value = b"k%d_%d" % (me, i % 17), b"v%d" % i
            must(client.ask(b"set %s 0 0 %d" % (key, len(value)), value), b"STORED")
            must(client.get(key), value)
            client.ask(b"incr total 1")
    except BaseException as error:  # told by the main thread
        failures.append(error)


def main():
    path, failures = sys.argv[1], []
    for attempt in range(200):
        try:
            client = Client(path)
            break
        except OSError:
            time.sleep(0.05)
    else:
        sys.exit("memcached_load: no server")
    must(client.ask(b"set total 0 0 1", b"0"), b"STORED")
    threads = [threading.Thread(target=load, args=(path, i, failures)) for i in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        sys.exit(str(failures[0]))
    must(client.get(b"total").strip(), b"%d" % (CLIENTS * ROUNDS))
    print("ok")


if __name__ == "__main__":
    main()
