/* Objects cost nothing beyond their own bytes: a hundred thousand mutexes and condvars at a time, used,
 * contended now and then, destroyed; the memory of the process does not grow with them. */
#include "t.h"

enum { OBJECTS = 100000, PASSES = 4 };
static pthread_mutex_t *m;
static pthread_cond_t *c;

static long resident(void)
{
	char text[128];
	long size, pages;
	TRUE(t_slurp("/proc/self/statm", text, sizeof text) > 0);
	TRUE(sscanf(text, "%ld %ld", &size, &pages) == 2);
	return pages * 4096;
}

static void *locker(void *v)
{
	struct timespec past = { 0, 0 };
	for (int i = 0; i < OBJECTS; i += 50)
		if (pthread_mutex_clocklock(&m[i], CLOCK_MONOTONIC, &past) == 0)
			OK(pthread_mutex_unlock(&m[i]));
	return v;
}

static void pass(void)
{
	struct t_thread t;
	struct timespec past = { 0, 0 };
	for (int i = 0; i < OBJECTS; i++) {
		struct t_kind k;
		t_kind_at(i & 15, &k);
		if (i % 4)
			OK(pthread_mutex_init(&m[i], NULL));
		else
			t_mutex(&m[i], k);
		OK(pthread_cond_init(&c[i], NULL));
		OK(pthread_mutex_lock(&m[i]));
		if (i % 100 == 0)
			EQ(pthread_cond_timedwait(&c[i], &m[i], &past), ETIMEDOUT);
		OK(pthread_cond_signal(&c[i]));
		if (i % 4)
			continue;
		OK(pthread_mutex_unlock(&m[i]));
	}
	t_start(&t, locker, NULL);
	t_join(&t);
	for (int i = 0; i < OBJECTS; i++) {
		if (i % 4)
			OK(pthread_mutex_unlock(&m[i]));
		OK(pthread_cond_destroy(&c[i]));
		OK(pthread_mutex_destroy(&m[i]));
	}
}

int main(void)
{
	m = calloc(OBJECTS, sizeof *m);
	c = calloc(OBJECTS, sizeof *c);
	pass();
	long before = resident();
	for (int i = 0; i < PASSES; i++)
		pass();
	if (resident() > before + (1 << 20))
		FAIL("%ld bytes more after %d passes", resident() - before, PASSES);
	return 0;
}
