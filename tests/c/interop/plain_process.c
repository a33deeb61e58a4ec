// limit: 40
/* A process without the shim shares mutexes with one that has it: they exclude each other, and each sees
 * the other's death. */
#include "../t.h"

enum { KINDS = 16, ROUNDS = 20000 };
struct shared {
	pthread_mutex_t m[KINDS];
	long count[KINDS];
	int inside[KINDS], both, dead_at;
};
static struct shared *s;

static struct t_kind kind(int i)
{
	return t_kind_of(i & 3, i & 4 ? PTHREAD_PRIO_INHERIT : PTHREAD_PRIO_NONE,
			 i & 8 ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_SHARED);
}

static void meet(int n)
{
	ADD(s->both, 1);
	UNTIL(LOAD(s->both) >= n);
}

static void work(void)
{
	for (int i = 0; i < KINDS; i++) {
		meet(2 * (i + 1));
		int rounds = i & 4 ? ROUNDS / 10 : ROUNDS;
		for (int n = 0; n < rounds; n++) {
			struct timespec end = t_in(CLOCK_REALTIME, 9000);
			OK(n % 7 ? pthread_mutex_lock(&s->m[i]) : pthread_mutex_timedlock(&s->m[i], &end));
			EQ(s->inside[i]++, 0);
			s->count[i]++;
			s->inside[i]--;
			OK(pthread_mutex_unlock(&s->m[i]));
		}
	}
	meet(2 * (KINDS + 1));
}

/* The process without the shim. */
static int other(int fd)
{
	TRUE(getenv("LD_PRELOAD") == NULL);
	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	TRUE(s != MAP_FAILED);
	work();
	/* Dies holding every robust one. */
	for (int i = 8; i < KINDS; i++)
		OK(pthread_mutex_lock(&s->m[i]));
	STORE(s->dead_at, 1);
	/* And finds those that the first process died with. */
	UNTIL(LOAD(s->dead_at) == 2);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return other(atoi(argv[1]));
	int fd = memfd_create("shared", 0);
	TRUE(fd >= 0 && !ftruncate(fd, sizeof *s));
	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	TRUE(s != MAP_FAILED);
	for (int i = 0; i < KINDS; i++)
		t_mutex(&s->m[i], kind(i));
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		char number[16];
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		snprintf(number, sizeof number, "%d", fd);
		unsetenv("LD_PRELOAD");
		execl("/proc/self/exe", argv[0], number, (char *)NULL);
		_exit(1);
	}
	work();
	UNTIL(LOAD(s->dead_at) == 1);
	for (int i = 0; i < KINDS; i++)
		EQ(s->count[i], 2 * (i & 4 ? ROUNDS / 10 : ROUNDS));
	for (int i = 8; i < KINDS; i++)
		EQ(pthread_mutex_trylock(&s->m[i]), EBUSY);
	STORE(s->dead_at, 2);
	t_reap(pid);
	for (int i = 8; i < KINDS; i++) {
		EQ(pthread_mutex_lock(&s->m[i]), EOWNERDEAD);
		OK(pthread_mutex_consistent(&s->m[i]));
		OK(pthread_mutex_unlock(&s->m[i]));
	}
	for (int i = 0; i < KINDS; i++) {
		OK(pthread_mutex_lock(&s->m[i]));
		OK(pthread_mutex_unlock(&s->m[i]));
		OK(pthread_mutex_destroy(&s->m[i]));
	}
	return 0;
}
