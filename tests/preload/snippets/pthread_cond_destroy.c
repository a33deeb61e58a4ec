/* Gives 0 as soon as the last waiter is woken, though it has not returned yet; the memory is free then. With
 * fusyn it is no condvar until it is initialised again. */
#include "snippet.h"
SYMBOL(pthread_cond_destroy)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(&m));
	while (!go)
		OK(FN(pthread_cond_wait)(&c, &m));
	OK(pthread_mutex_unlock(&m));
	return v;
}

static void body(void)
{
	struct t_thread t;
	t_start(&t, waiter, NULL);
	t_blocked(&t);
	OK(pthread_mutex_lock(&m));
	go = 1;
	OK(FN(pthread_cond_broadcast)(&c));
	OK(pthread_mutex_unlock(&m));
	if (s_version && !strcmp(s_version, "GLIBC_2.2.5"))
		t_join(&t); /* glibc's old form may be destroyed when the waiter has returned, not before */
	OK(THIS(&c));
	if (s_ours)
		EQ(FN(pthread_cond_signal)(&c), EINVAL);
	OK(FN(pthread_cond_init)(&c, NULL));
	if (!s_version || strcmp(s_version, "GLIBC_2.2.5"))
		t_join(&t);
	OK(THIS(&c));
}
