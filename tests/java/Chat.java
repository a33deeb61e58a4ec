import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * A chat server under load, as fusyn-cli/src/chat has it: `Chat ROOMS USERS MESSAGES`. Four threads for each
 * user: the client's sender and receiver, the server's reader and writer. Wires are ArrayBlockingQueues, a
 * room is a ReentrantLock, and an outbox waits by synchronized, wait and notify.
 *
 * The load runs once for the compiler, then five times; the run that took the median time is printed, as one
 * line of JSON.
 * Exit status 1, and why, when a message was lost, doubled or out of turn.
 */
public class Chat {
    static final int CAPACITY = 64, RUNS = 5;
    static final Message END = new Message(-1, -1, 0);

    record Message(int user, int number, long sent) {
    }

    final int rooms, users, messages;
    long nanos;
    final List<Thread> threads = new ArrayList<>();
    final List<Receiver> receivers = new ArrayList<>();
    final CountDownLatch ready, go = new CountDownLatch(1);

    Chat(int rooms, int users, int messages) {
        this.rooms = rooms;
        this.users = users;
        this.messages = messages;
        this.ready = new CountDownLatch(4 * rooms * users);
    }

    static void fail(String what) {
        System.err.println("Chat: " + what);
        System.exit(1);
    }

    /** What message `number` of `user` adds to the sum. */
    static long worth(int user, int number) {
        long mixed = ((long) user << 32 | number) * 0x9e3779b97f4a7c15L;
        return mixed ^ (mixed >>> 29);
    }

    /** What is to be written to one user: a put never waits, so no slow reader holds a room up. */
    static class Outbox {
        private final ArrayDeque<Message> items = new ArrayDeque<>(CAPACITY);

        synchronized void put(Message message) {
            items.add(message);
            notify();
        }

        synchronized Message take() throws InterruptedException {
            while (items.isEmpty())
                wait();
            return items.remove();
        }
    }

    /** Whoever speaks in it holds it until the message is in every other user's outbox. */
    class Room {
        final ReentrantLock lock = new ReentrantLock();
        final Outbox[] outboxes = Stream.generate(Outbox::new).limit(users).toArray(Outbox[]::new);
        int speakers = users;

        void say(int seat, Message message) {
            lock.lock();
            try {
                for (int i = 0; i < users; i++)
                    if (i != seat)
                        outboxes[i].put(message);
            } finally {
                lock.unlock();
            }
        }

        void leave() {
            lock.lock();
            try {
                if (--speakers == 0)
                    for (Outbox outbox : outboxes)
                        outbox.put(END);
            } finally {
                lock.unlock();
            }
        }
    }

    /** What one user receives. */
    class Receiver {
        final int user;
        final long[] latencies = new long[messages * (users - 1)];
        final int[] next = new int[users];
        int count;
        long sum, end;

        Receiver(int user) {
            this.user = user;
        }

        void receive(ArrayBlockingQueue<Message> wire) throws InterruptedException {
            int first = user / users * users;
            for (Message m = wire.take(); m != END; m = wire.take()) {
                latencies[count++] = System.nanoTime() - m.sent;
                if (m.user == user || next[m.user - first]++ != m.number)
                    fail("user " + user + " got " + m + " out of turn");
                sum += worth(m.user, m.number);
            }
            end = System.nanoTime();
        }
    }

    interface Life {
        void live() throws InterruptedException;
    }

    void start(Life life) {
        Thread thread = new Thread(() -> {
            try {
                ready.countDown();
                go.await();
                life.live();
            } catch (InterruptedException | RuntimeException e) {
                fail(e.toString());
            }
        });
        threads.add(thread);
        thread.start();
    }

    void connect(Room room, int seat, int user) {
        ArrayBlockingQueue<Message> up = new ArrayBlockingQueue<>(CAPACITY), down = new ArrayBlockingQueue<>(CAPACITY);
        Receiver receiver = new Receiver(user);
        receivers.add(receiver);
        start(() -> {
            for (Message m = up.take(); m != END; m = up.take())
                room.say(seat, m);
            room.leave();
        });
        start(() -> {
            Message m;
            do {
                m = room.outboxes[seat].take();
                down.put(m);
            } while (m != END);
        });
        start(() -> {
            for (int i = 0; i < messages; i++)
                up.put(new Message(user, i, System.nanoTime()));
            up.put(END);
        });
        start(() -> receiver.receive(down));
    }

    /** The clock starts when all threads stand at the line, and ends with the last receipt. */
    void run() throws InterruptedException {
        for (int r = 0; r < rooms; r++) {
            Room room = new Room();
            for (int seat = 0; seat < users; seat++)
                connect(room, seat, r * users + seat);
        }
        ready.await();
        long start = System.nanoTime();
        go.countDown();
        for (Thread thread : threads)
            thread.join();
        nanos = receivers.stream().mapToLong(r -> r.end).max().getAsLong() - start;
    }

    /** The file that has the locks: the shim if it is mapped, else the C library. */
    static String locksFrom() throws Exception {
        List<String> maps = Files.readAllLines(Path.of("/proc/self/maps"));
        for (String name : new String[] { "/libfusyn_pthread.so", "/libc.so.6" })
            for (String line : maps)
                if (line.endsWith(name))
                    return line.substring(line.indexOf('/'));
        return "unknown";
    }

    String report() throws Exception {
        long[] latencies = receivers.stream().flatMapToLong(r -> Arrays.stream(r.latencies, 0, r.count)).sorted().toArray();
        int deliveries = latencies.length;
        long sum = receivers.stream().mapToLong(r -> r.sum).sum();
        return String.format("{\"deliveries\":%d,\"sum\":%s,\"nanos\":%d,\"p50\":%d,\"p99\":%d,\"locks_from\":\"%s\"}",
            deliveries, Long.toUnsignedString(sum), nanos, latencies[(deliveries + 1) / 2 - 1],
            latencies[(int) ((deliveries * 99L + 99) / 100) - 1], locksFrom());
    }

    /** What every run must have delivered, whatever it took. */
    void check(Chat other) {
        long mine = receivers.stream().mapToLong(r -> r.sum).sum(), others = other.receivers.stream().mapToLong(r -> r.sum).sum();
        if (mine != others)
            fail("two runs delivered different messages");
    }

    public static void main(String[] args) throws Exception {
        int[] sizes = Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        List<Chat> runs = new ArrayList<>();
        for (int i = 0; i <= RUNS; i++) {
            Chat chat = new Chat(sizes[0], sizes[1], sizes[2]);
            chat.run();
            if (i > 0)
                runs.add(chat);
        }
        runs.sort(Comparator.comparingLong(chat -> chat.nanos));
        Chat median = runs.get(RUNS / 2);
        runs.forEach(median::check);
        System.out.println(median.report());
    }
}
