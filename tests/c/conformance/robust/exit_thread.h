/* Every way in which a thread ends is a death of the owner: return, pthread_exit, from a cleanup handler,
 * cancellation, the thread's own raw exit call, a destructor of thread-specific data that locked last; seen by
 * who comes later, and by who waited. */
#pragma once
#include "ways.h"

static struct death *d;
static pthread_key_t key;
enum { RETURN, EXIT, IN_CLEANUP, CANCEL, RAW, IN_DESTRUCTOR, WAYS };

static void hold(void)
{
	OK(pthread_mutex_lock(&d->m));
	STORE(d->held, 1);
	UNTIL(LOAD(d->go));
}

static void cleanup(void *v)
{
	(void)v;
	hold();
}

static void *owner(void *v)
{
	long way = (long)v;
	switch (way) {
	case RETURN:
		hold();
		break;
	case EXIT:
		hold();
		pthread_exit(NULL);
	case IN_CLEANUP:
		pthread_cleanup_push(cleanup, NULL);
		pthread_exit(NULL);
		pthread_cleanup_pop(0);
		break;
	case CANCEL:
		hold();
		for (;;)
			pause();
	case RAW:
		hold();
		syscall(SYS_exit, 0);
		break;
	default:
		OK(pthread_setspecific(key, &key));
	}
	return NULL;
}

int main(void)
{
	need_fifo();
	OK(pthread_key_create(&key, cleanup));
	EACH_ROBUST_KIND(k)
		for (long way = 0; way < WAYS; way++)
			for (int waited = 0; waited < 2; waited++) {
				struct t_thread t, w;
				d = death_new(k);
				t_start(&t, owner, (void *)way);
				UNTIL(LOAD(d->held));
				if (waited) {
					t_start(&w, heir_of, d);
					t_blocked(&w);
				}
				STORE(d->go, 1);
				if (way == CANCEL)
					OK(pthread_cancel(t.handle));
				OK(pthread_join(t.handle, NULL));
				if (waited)
					t_join(&w);
				else
					heir_of(d);
				death_is_healthy(d);
			}
	return 0;
}
