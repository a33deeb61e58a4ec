/* A try on a mutex that is not recoverable leaves nothing locked: not for the one who tried and lives on, not
 * after its end; nor do the other forms. */
#pragma once
#include "ways.h"
#include <linux/futex.h>

static struct death *d;
static int tried;

static void *trier(void *v)
{
	EQ(lock_by((int)(long)v, &d->m), ENOTRECOVERABLE);
	EQ(pthread_mutex_unlock(&d->m), EPERM);
	STORE(tried, 1);
	UNTIL(LOAD(d->go));
	return NULL;
}

static void *prober(void *v)
{
	EQ(pthread_mutex_trylock(&d->m), ENOTRECOVERABLE);
	EQ(pthread_mutex_lock(&d->m), ENOTRECOVERABLE);
	EQ(d->m.__data.__lock & FUTEX_TID_MASK, 0);
	return v;
}

int main(void)
{
	need_fifo();
	EACH_ROBUST_KIND(k)
		for (long form = 0; form < FORMS; form++) {
			struct t_thread t, p;
			d = death_new(k);
			death_of_owner(d, k.shared);
			EQ(pthread_mutex_lock(&d->m), EOWNERDEAD);
			OK(pthread_mutex_unlock(&d->m));
			STORE(tried, 0);
			STORE(d->go, 0);
			t_start(&t, trier, (void *)form);
			UNTIL(LOAD(tried));
			t_start(&p, prober, NULL);
			t_join(&p);
			STORE(d->go, 1);
			t_join(&t);
			t_start(&p, prober, NULL);
			t_join(&p);
			OK(pthread_mutex_destroy(&d->m));
		}
	return 0;
}
