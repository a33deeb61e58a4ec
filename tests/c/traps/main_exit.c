/* The first thread ends by pthread_exit while others wait for what it holds, and more use every family after
 * it: the owner's death is told, locks that are not robust stay held, the rest goes on. */
#include "families.h"

static struct families f;
static pthread_mutex_t robust[2], stalled = PTHREAD_MUTEX_INITIALIZER;
static struct t_thread heirs[2], watcher;
static pthread_t first;

static void *heir(void *m)
{
	EQ(pthread_mutex_lock(m), EOWNERDEAD);
	OK(pthread_mutex_consistent(m));
	OK(pthread_mutex_unlock(m));
	return NULL;
}

static void *watch(void *v)
{
	struct timespec soon;
	OK(pthread_join(first, NULL));
	for (int i = 0; i < 2; i++)
		t_join(&heirs[i]);
	EQ(pthread_mutex_trylock(&stalled), EBUSY);
	soon = t_in(CLOCK_REALTIME, 10);
	EQ(pthread_mutex_timedlock(&stalled, &soon), ETIMEDOUT);
	families_alone(&f);
	families_together(&f);
	exit(0);
	return v;
}

int main(void)
{
	families_init(&f, 0);
	first = pthread_self();
	OK(pthread_mutex_lock(&stalled));
	for (int i = 0; i < 2; i++) {
		t_mutex(&robust[i], t_kind_of(PTHREAD_MUTEX_NORMAL, i, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_PRIVATE));
		OK(pthread_mutex_lock(&robust[i]));
		t_start(&heirs[i], heir, &robust[i]);
		t_blocked(&heirs[i]);
	}
	t_start(&watcher, watch, NULL);
	pthread_exit(NULL);
}
