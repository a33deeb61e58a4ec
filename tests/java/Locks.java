import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Many threads through the JVM's locks and java.util.concurrent, each result checked; prints "ok". */
public class Locks {
    static final int THREADS = 32;

    interface Body {
        void run(int me) throws Exception;
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            System.err.println("Locks: " + what);
            System.exit(1);
        }
    }

    static void inParallel(int threads, Body body) throws Exception {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int me = i;
            Thread t = new Thread(() -> {
                try {
                    body.run(me);
                } catch (Exception e) {
                    e.printStackTrace();
                    System.exit(1);
                }
            });
            all.add(t);
            t.start();
        }
        for (Thread t : all)
            t.join();
    }

    static long count;

    static void monitors() throws Exception {
        Object lock = new Object();
        count = 0;
        inParallel(THREADS, me -> {
            for (int i = 0; i < 5000; i++)
                synchronized (lock) {
                    count++;
                }
        });
        check(count == THREADS * 5000L, "synchronized counted " + count);
        int[] turn = { 0 };
        inParallel(8, me -> {
            for (int i = 0; i < 300; i++)
                synchronized (lock) {
                    while (turn[0] % 8 != me)
                        lock.wait(1000);
                    turn[0]++;
                    lock.notifyAll();
                }
        });
        check(turn[0] == 8 * 300, "wait and notifyAll made " + turn[0] + " turns");
    }

    static void locksAndConditions() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Condition notEmpty = lock.newCondition();
        int[] tokens = { 0 };
        AtomicLong taken = new AtomicLong();
        inParallel(16, me -> {
            for (int i = 0; i < 1000; i++) {
                lock.lock();
                try {
                    if (me % 2 == 0) {
                        tokens[0]++;
                        notEmpty.signal();
                    } else {
                        while (tokens[0] == 0)
                            notEmpty.await(5, TimeUnit.SECONDS);
                        tokens[0]--;
                        taken.incrementAndGet();
                    }
                } finally {
                    lock.unlock();
                }
            }
        });
        check(taken.get() == 8000 && tokens[0] == 0, "conditions took " + taken.get());
    }

    static void queues() throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
        AtomicLong sum = new AtomicLong();
        inParallel(12, me -> {
            for (int i = 1; i <= 1000; i++)
                if (me < 6)
                    queue.put(i);
                else
                    sum.addAndGet(queue.take());
        });
        check(sum.get() == 6L * 1000 * 1001 / 2, "the queue carried " + sum.get());
    }

    static void meetings() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        CountDownLatch latch = new CountDownLatch(THREADS);
        Semaphore permits = new Semaphore(3);
        AtomicLong inside = new AtomicLong();
        inParallel(THREADS, me -> {
            for (int i = 0; i < 30; i++)
                barrier.await(20, TimeUnit.SECONDS);
            permits.acquire();
            check(inside.incrementAndGet() <= 3, "more inside than permits");
            Thread.sleep(1);
            inside.decrementAndGet();
            permits.release();
            latch.countDown();
        });
        check(latch.await(1, TimeUnit.SECONDS), "the latch is not down");
    }

    static void pools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(16);
        ConcurrentHashMap<Integer, Long> map = new ConcurrentHashMap<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            int key = i % 50;
            all.add(CompletableFuture.runAsync(() -> map.merge(key, 1L, Long::sum), pool));
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture[0])).get(30, TimeUnit.SECONDS);
        pool.shutdown();
        check(pool.awaitTermination(10, TimeUnit.SECONDS), "the pool does not end");
        check(map.values().stream().mapToLong(Long::longValue).sum() == 4000, "the map lost updates");
    }

    static void parkAndInterrupt() throws Exception {
        long start = System.nanoTime();
        LockSupport.parkNanos(30_000_000);
        check(System.nanoTime() - start < 2_000_000_000L, "a park of 30 ms took seconds");
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(60_000);
                check(false, "the sleeper was not interrupted");
            } catch (InterruptedException expected) {
                count = -1;
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join(10_000);
        check(count == -1, "the interrupt was lost");
        for (int i = 0; i < 20; i++) {
            byte[][] garbage = new byte[200][];
            for (int j = 0; j < garbage.length; j++)
                garbage[j] = new byte[20_000];
            System.gc();
        }
    }

    public static void main(String[] args) throws Exception {
        monitors();
        locksAndConditions();
        queues();
        meetings();
        pools();
        parkAndInterrupt();
        System.out.println("ok");
    }
}
