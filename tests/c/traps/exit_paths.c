/* Locks in thread-specific destructors, atexit handlers and at thread exit, with other threads blocked
 * for ever while the process ends. */
#include "t.h"

static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, never = PTHREAD_MUTEX_INITIALIZER, robust;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int destroyed;

static void at_thread_end(void *v)
{
	struct timespec past = { 0, 0 };
	OK(pthread_mutex_lock(&m));
	EITHER(pthread_cond_timedwait(&c, &m, &past), ETIMEDOUT, 0); /* 0: another one's signal */
	destroyed++;
	OK(pthread_cond_signal(&c));
	OK(pthread_mutex_unlock(&m));
	OK(pthread_mutex_lock(&robust));
	OK(pthread_mutex_unlock(&robust));
	if ((long)v > 1) /* once more, in the next round of destructors */
		OK(pthread_setspecific(key, (void *)((long)v - 1)));
}

static void *short_lived(void *v)
{
	OK(pthread_setspecific(key, v));
	return NULL;
}

static void *stuck(void *v)
{
	OK(pthread_mutex_lock(&never));
	return v;
}

static void *stuck_in_wait(void *v)
{
	OK(pthread_mutex_lock(&m));
	for (;;)
		OK(pthread_cond_wait(&c, &m));
	return v;
}

static void at_exit(void)
{
	OK(pthread_mutex_lock(&m));
	OK(pthread_cond_broadcast(&c));
	OK(pthread_mutex_unlock(&m));
	EQ(pthread_mutex_trylock(&never), EBUSY);
}

int main(void)
{
	struct t_thread t[8], s[4];
	OK(pthread_key_create(&key, at_thread_end));
	t_mutex(&robust, t_kind_of(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_PRIVATE));
	for (long i = 0; i < 8; i++)
		t_start(&t[i], short_lived, (void *)(i % 3 + 1));
	for (int i = 0; i < 8; i++)
		t_join(&t[i]);
	EQ(destroyed, 1 + 2 + 3 + 1 + 2 + 3 + 1 + 2);
	OK(pthread_mutex_lock(&never));
	for (int i = 0; i < 4; i++) {
		t_start(&s[i], i & 1 ? stuck : stuck_in_wait, NULL);
		t_blocked(&s[i]);
	}
	OK(atexit(at_exit));
	return 0;
}
