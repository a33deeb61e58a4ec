/* A program that has chosen the asynchronous type: a cancelled wait still runs its handlers with the
 * mutex, and a wait that is woken leaves the type and state as they were. */
#include "wait.h"

static int go;

static void handler(void *v)
{
	(void)v;
	cleaned++;
	OK(pthread_mutex_unlock(m));
}

static void *cancelled(void *form)
{
	OK(pthread_mutex_lock(m));
	pthread_cleanup_push(handler, NULL);
	OK(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL));
	for (;;)
		wait_form((long)form);
	pthread_cleanup_pop(0);
	return NULL;
}

static void *woken(void *form)
{
	int type = -1, state = -1;
	for (int i = 0; i < 2; i++) {
		int want = i ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
		OK(pthread_setcanceltype(want, NULL));
		OK(pthread_mutex_lock(m));
		while (go <= i)
			OK(wait_form((long)form));
		OK(pthread_mutex_unlock(m));
		OK(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type));
		EQ(type, want);
		OK(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state));
		EQ(state, PTHREAD_CANCEL_ENABLE);
	}
	return NULL;
}

int main(void)
{
	EACH_KIND(k)
		for (long form = 0; form < 3; form++) {
			struct t_thread t;
			wait_init(k);
			t_start(&t, cancelled, (void *)form);
			t_blocked(&t);
			OK(pthread_cancel(t.handle));
			TRUE(t_join(&t) == PTHREAD_CANCELED);
			EQ(cleaned, 1);
			OK(t_other_try(m));
			go = 0;
			t_start(&t, woken, (void *)form);
			for (int i = 1; i <= 2; i++) {
				t_blocked(&t);
				OK(pthread_mutex_lock(m));
				go = i;
				OK(pthread_cond_signal(c));
				OK(pthread_mutex_unlock(m));
			}
			t_join(&t);
		}
	return 0;
}
