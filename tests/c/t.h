/* What every test program includes: checks, threads, waiting for a state, kinds of mutexes.
 *
 * A program exits 0 when all holds, 1 with one line on standard error at the first thing that does
 * not, and 77 with a reason when something that it needs is missing. Its time limit is kept by the
 * harness. Nothing here takes a short sleep for a proof: the tests wait until the kernel says that a
 * thread is blocked (t_blocked), or until a condition holds (UNTIL).
 */
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define T_UNUSED __attribute__((unused))

/* --- checks ----------------------------------------------------------------------------------- */

/* What is being tried, for the message: a kind of mutex, a round. */
static const char *volatile t_where T_UNUSED = "";

__attribute__((format(printf, 4, 5), noreturn)) T_UNUSED static void
t_end(int status, const char *file, int line, const char *form, ...)
{
	char text[512];
	va_list args;
	va_start(args, form);
	vsnprintf(text, sizeof text, form, args);
	va_end(args);
	const char *name = strrchr(file, '/');
	dprintf(2, "%s:%d: %s%s%s\n", name ? name + 1 : file, line, t_where, *t_where ? ": " : "", text);
	_exit(status);
}

#define FAIL(...) t_end(1, __FILE__, __LINE__, __VA_ARGS__)
#define SKIP(...) t_end(77, __FILE__, __LINE__, __VA_ARGS__)
#define TRUE(expr) ((expr) ? (void)0 : FAIL("not true: %s", #expr))

/* A number, and the error of that number: most of what is compared are results of pthread functions. */
T_UNUSED static const char *t_error(long value)
{
	static __thread char text[2][48];
	static __thread int turn;
	const char *name = value > 0 && value < 4096 ? strerrorname_np((int)value) : NULL;
	turn ^= 1;
	snprintf(text[turn], sizeof text[turn], name ? "%ld (%s)" : "%ld", value, name);
	return text[turn];
}

/* EQ(call, value): the call gives the value. */
#define EQ(expr, want)                                                                             \
	do {                                                                                       \
		long got_ = (long)(expr), want_ = (long)(want);                                    \
		if (got_ != want_)                                                                 \
			FAIL("%s gave %s, not %s", #expr, t_error(got_), t_error(want_));          \
	} while (0)
#define OK(expr) EQ(expr, 0)

/* EITHER(call, a, b): the call gives one of two values. */
#define EITHER(expr, a, b)                                                                         \
	do {                                                                                       \
		long got_ = (long)(expr);                                                          \
		if (got_ != (a) && got_ != (b))                                                    \
			FAIL("%s gave %s, neither %s nor %s", #expr, t_error(got_), #a, #b);       \
	} while (0)

/* --- time ------------------------------------------------------------------------------------- */

T_UNUSED static void t_pause_us(long us)
{
	struct timespec t = { us / 1000000, us % 1000000 * 1000 };
	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t) == EINTR)
		;
}

T_UNUSED static double t_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The instant `us` microseconds from now (or before now) on a clock. */
T_UNUSED static struct timespec t_in_us(clockid_t clock, long us)
{
	struct timespec t;
	clock_gettime(clock, &t);
	t.tv_sec += us / 1000000;
	t.tv_nsec += us % 1000000 * 1000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	} else if (t.tv_nsec < 0) {
		t.tv_nsec += 1000000000;
		t.tv_sec--;
	}
	return t;
}

/* The same in milliseconds. */
T_UNUSED static struct timespec t_in(clockid_t clock, long ms) { return t_in_us(clock, ms * 1000); }

/* Whether an instant has passed. */
T_UNUSED static int t_passed(clockid_t clock, struct timespec t)
{
	struct timespec n;
	clock_gettime(clock, &n);
	return n.tv_sec > t.tv_sec || (n.tv_sec == t.tv_sec && n.tv_nsec >= t.tv_nsec);
}

/* Waits until a condition holds; fails after ten seconds. */
#define UNTIL(cond)                                                                                \
	do {                                                                                       \
		double end_ = t_now() + 10;                                                        \
		while (!(cond)) {                                                                  \
			if (t_now() > end_)                                                        \
				FAIL("never came true: %s", #cond);                                \
			t_pause_us(200);                                                           \
		}                                                                                  \
	} while (0)

/* The same for what only a lost wake-up can keep from coming true: says so, and then stays, so that the
 * harness finds every thread where it hangs. */
#define UNTIL_OR_STAY(cond, ...)                                                                   \
	do {                                                                                       \
		double end_ = t_now() + 10;                                                        \
		while (!(cond)) {                                                                  \
			if (t_now() > end_) {                                                      \
				dprintf(2, __VA_ARGS__);                                           \
				for (;;)                                                           \
					pause();                                                   \
			}                                                                          \
			t_pause_us(200);                                                           \
		}                                                                                  \
	} while (0)

#define LOAD(x) __atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define STORE(x, v) __atomic_store_n(&(x), v, __ATOMIC_SEQ_CST)
#define ADD(x, v) __atomic_add_fetch(&(x), v, __ATOMIC_SEQ_CST)

/* --- threads ---------------------------------------------------------------------------------- */

struct t_thread {
	pthread_t handle;
	pid_t tid;
	void *(*body)(void *);
	void *arg;
};

T_UNUSED static pid_t t_gettid(void) { return (pid_t)syscall(SYS_gettid); }

T_UNUSED static void *t_entry(void *p)
{
	struct t_thread *t = (struct t_thread *)p;
	STORE(t->tid, t_gettid());
	return t->body(t->arg);
}

/* Starts a SCHED_FIFO thread, or with priority 0 an ordinary one, whatever the caller is. */
T_UNUSED static void t_start_fifo(struct t_thread *t, int priority, void *(*body)(void *), void *arg)
{
	pthread_attr_t attr;
	struct sched_param param = { .sched_priority = priority };
	memset(t, 0, sizeof *t);
	t->body = body;
	t->arg = arg;
	OK(pthread_attr_init(&attr));
	OK(pthread_attr_setstacksize(&attr, 128 * 1024));
	OK(pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED));
	OK(pthread_attr_setschedpolicy(&attr, priority ? SCHED_FIFO : SCHED_OTHER));
	OK(pthread_attr_setschedparam(&attr, &param));
	int r = pthread_create(&t->handle, &attr, t_entry, t);
	if (priority && r == EPERM)
		SKIP("no right to SCHED_FIFO");
	OK(r);
	OK(pthread_attr_destroy(&attr));
}

T_UNUSED static void t_start(struct t_thread *t, void *(*body)(void *), void *arg)
{
	t_start_fifo(t, 0, body, arg);
}

T_UNUSED static void *t_join(struct t_thread *t)
{
	void *result;
	OK(pthread_join(t->handle, &result));
	return result;
}

/* A gate for threads that must start together: t_gate_wait in each, t_gate_open when all are made. */
static int t_gate T_UNUSED;
T_UNUSED static void t_gate_wait(void)
{
	while (!LOAD(t_gate))
		sched_yield();
}
#define t_gate_open() STORE(t_gate, 1)
#define t_gate_close() STORE(t_gate, 0)

/* Reads a small file of /proc; gives its length, 0 when it cannot be read. */
T_UNUSED static size_t t_slurp(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = 0;
	return n > 0 ? (size_t)n : 0;
}

/* How often a thread has left the CPU, from its status: two equal readings, nothing ran between. */
T_UNUSED static long t_switches(pid_t pid, pid_t tid)
{
	char path[64], text[4096];
	snprintf(path, sizeof path, "/proc/%d/task/%d/status", pid, tid);
	t_slurp(path, text, sizeof text);
	const char *v = strstr(text, "\nvoluntary_ctxt_switches:"), *n = strstr(text, "\nnonvoluntary_ctxt_switches:");
	return v && n ? strtol(v + 26, NULL, 10) + strtol(n + 29, NULL, 10) : -1;
}

/* Whether a thread sleeps in a futex operation now. */
T_UNUSED static int t_in_futex(pid_t pid, pid_t tid)
{
	char path[64], text[256];
	snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", pid, tid);
	if (!t_slurp(path, text, sizeof text)) {
		if (!syscall(SYS_tgkill, pid, tid, 0) && access(path, R_OK)) /* not one that has ended */
			SKIP("%s cannot be read", path);
		return 0;
	}
	long nr = strtol(text, NULL, 10);
	return *text >= '0' && *text <= '9' && (nr == SYS_futex || nr == 449 || nr == 455);
}

/* One look: sleeps in a futex operation, and did not run between two readings 2 ms apart. */
T_UNUSED static int t_is_blocked_in(pid_t pid, pid_t tid)
{
	long before = t_switches(pid, tid);
	if (before < 0 || !t_in_futex(pid, tid))
		return 0;
	t_pause_us(2000);
	return t_in_futex(pid, tid) && t_switches(pid, tid) == before;
}

/* Waits until a thread of this process, started by t_start, is blocked. */
#define t_blocked(t)                                                                               \
	do {                                                                                       \
		UNTIL(LOAD((t)->tid));                                                             \
		UNTIL(t_is_blocked_in(getpid(), LOAD((t)->tid)));                                  \
	} while (0)
/* The same for the first thread of another process. */
#define t_blocked_process(pid) UNTIL(t_is_blocked_in(pid, pid))

/* --- processes -------------------------------------------------------------------------------- */

/* Zeroed memory that a forked child shares. */
T_UNUSED static void *t_shared(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	TRUE(p != MAP_FAILED);
	return p;
}

/* A child that runs body(arg) and exits 0. */
T_UNUSED static pid_t t_fork(void (*body)(void *), void *arg)
{
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		body(arg);
		_exit(0);
	}
	return pid;
}

/* Waits for a child; its status. */
T_UNUSED static int t_wait(pid_t pid)
{
	int status;
	pid_t r;
	while ((r = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
		;
	TRUE(r == pid);
	return status;
}

/* The same for a child that must have ended well. */
#define t_reap(pid) OK(t_wait(pid))
#define t_kill(pid)                                                                                \
	do {                                                                                       \
		OK(kill(pid, SIGKILL));                                                            \
		t_wait(pid);                                                                       \
	} while (0)

/* --- real time -------------------------------------------------------------------------------- */

/* Makes the calling thread SCHED_FIFO. */
T_UNUSED static void t_fifo(int priority)
{
	struct sched_param param = { .sched_priority = priority };
	int r = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
	if (r == EPERM)
		SKIP("no right to SCHED_FIFO");
	OK(r);
}

/* Pins the calling thread, and those that it starts, to the first CPU that it may use. */
T_UNUSED static void t_pin(void)
{
	cpu_set_t allowed, one;
	OK(sched_getaffinity(0, sizeof allowed, &allowed));
	int cpu = 0;
	while (!CPU_ISSET(cpu, &allowed))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	OK(sched_setaffinity(0, sizeof one, &one));
}

/* --- kinds of mutexes ------------------------------------------------------------------------- */

struct t_kind {
	int type, protocol, robust, shared;
	char name[64];
};

T_UNUSED static struct t_kind t_kind_of(int type, int protocol, int robust, int shared)
{
	static const char *types[] = { "normal", "recursive", "errorcheck", "adaptive" };
	static const char *protocols[] = { "", " inherit", " protect" };
	struct t_kind k = { type, protocol, robust, shared, "" };
	snprintf(k.name, sizeof k.name, "%s%s%s%s", types[type], protocols[protocol], robust ? " robust" : "",
		 shared ? " shared" : "");
	return k;
}

/* Kind number i of the 32: 4 types x plain or inherit x stalled or robust x private or shared. */
T_UNUSED static int t_kind_at(int i, struct t_kind *k)
{
	static char name[sizeof k->name];
	if (i >= 32) {
		t_where = "";
		return 0;
	}
	*k = t_kind_of(i & 3, i & 4 ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE,
		       i & 8 ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED,
		       i & 16 ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
	strcpy(name, k->name);
	t_where = name;
	return 1;
}

/* EACH_KIND(k) { ... } with `struct t_kind k` declared by it. */
#define EACH_KIND(k)                                                                               \
	for (struct t_kind k, *once_ = &k; once_; once_ = NULL)                                    \
		for (int i_ = 0; t_kind_at(i_, &k); i_++)

/* Initialises a mutex of a kind. */
T_UNUSED static void t_mutex(pthread_mutex_t *m, struct t_kind k)
{
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, k.type));
	OK(pthread_mutexattr_setprotocol(&a, k.protocol));
	OK(pthread_mutexattr_setrobust(&a, k.robust));
	OK(pthread_mutexattr_setpshared(&a, k.shared));
	OK(pthread_mutex_init(m, &a));
	OK(pthread_mutexattr_destroy(&a));
}

/* A mutex of a type, nothing else. */
T_UNUSED static void t_mutex_type(pthread_mutex_t *m, int type)
{
	t_mutex(m, t_kind_of(type, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
}

/* A ceiling mutex. */
T_UNUSED static void t_mutex_protect(pthread_mutex_t *m, int type, int ceiling)
{
	pthread_mutexattr_t a;
	OK(pthread_mutexattr_init(&a));
	OK(pthread_mutexattr_settype(&a, type));
	OK(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
	OK(pthread_mutexattr_setprioceiling(&a, ceiling));
	OK(pthread_mutex_init(m, &a));
	OK(pthread_mutexattr_destroy(&a));
}

/* Another thread's trylock: its result, nothing left locked. */
T_UNUSED static void *t_try_body(void *m)
{
	int r = pthread_mutex_trylock((pthread_mutex_t *)m);
	if (r == 0)
		OK(pthread_mutex_unlock((pthread_mutex_t *)m));
	return (void *)(long)r;
}

T_UNUSED static int t_other_try(pthread_mutex_t *m)
{
	struct t_thread t;
	t_start(&t, t_try_body, m);
	return (int)(long)t_join(&t);
}
