/* Excludes: two threads count. */
#include "snippet.h"
SYMBOL(pthread_spin_lock)

enum { ROUNDS = 20000 };
static pthread_spinlock_t s;
static volatile long count;

static void *counter(void *v)
{
	for (int i = 0; i < ROUNDS; i++) {
		OK(THIS(&s));
		count = count + 1;
		OK(pthread_spin_unlock(&s));
	}
	return v;
}

static void body(void)
{
	struct t_thread t[2];
	OK(pthread_spin_init(&s, 0));
	for (int i = 0; i < 2; i++)
		t_start(&t[i], counter, NULL);
	for (int i = 0; i < 2; i++)
		t_join(&t[i]);
	EQ(count, 2 * ROUNDS);
	OK(THIS(&s));
	EQ(pthread_spin_trylock(&s), EBUSY);
}
