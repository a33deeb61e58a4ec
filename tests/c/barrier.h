/* Barriers of both kinds. */
#pragma once
#include "t.h"

T_UNUSED static pthread_barrier_t *barrier_make(int shared, unsigned count)
{
	pthread_barrierattr_t a;
	pthread_barrier_t *b = t_shared(4096);
	t_where = shared ? "shared" : "private";
	OK(pthread_barrierattr_init(&a));
	OK(pthread_barrierattr_setpshared(&a, shared));
	OK(pthread_barrier_init(b, &a, count));
	OK(pthread_barrierattr_destroy(&a));
	return b;
}

/* Waits; whether the caller is the one that gets the special value. */
T_UNUSED static int barrier_pass(pthread_barrier_t *b)
{
	int r = pthread_barrier_wait(b);
	EITHER(r, 0, PTHREAD_BARRIER_SERIAL_THREAD);
	return r != 0;
}

T_UNUSED static void *barrier_waiter(void *b)
{
	return (void *)(long)barrier_pass(b);
}
