/* Signal handlers on an alternate stack of the smallest size, which interrupt lock calls and use what a
 * handler may use, and try more. */
#include "families.h"
#include <sys/auxv.h>

static struct families f;
static pthread_mutex_t tried = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;
static int handled, stop;

static void handler(int s)
{
	(void)s;
	OK(sem_post(&posted));
	if (pthread_mutex_trylock(&tried) == 0)
		OK(pthread_mutex_unlock(&tried));
	OK(pthread_cond_signal(&f.cond));
	ADD(handled, 1);
}

static void *worker(void *v)
{
	/* What the kernel needs, and as much as a small handler. */
	size_t size = getauxval(AT_MINSIGSTKSZ) + 4096;
	stack_t stack = { .ss_sp = malloc(size), .ss_size = size };
	TRUE(stack.ss_sp);
	OK(sigaltstack(&stack, NULL));
	while (!LOAD(stop)) {
		OK(pthread_mutex_lock(&f.plain));
		OK(pthread_mutex_unlock(&f.plain));
		OK(pthread_mutex_lock(&f.inherit));
		OK(pthread_mutex_unlock(&f.inherit));
		OK(pthread_rwlock_rdlock(&f.rw));
		OK(pthread_rwlock_unlock(&f.rw));
	}
	return v;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK | SA_RESTART };
	struct t_thread t[3];
	families_init(&f, 0);
	OK(sem_init(&posted, 0, 0));
	OK(sigaction(SIGUSR1, &action, NULL));
	for (int i = 0; i < 3; i++)
		t_start(&t[i], worker, NULL);
	/* One at a time: a signal that is pending already is not sent twice. */
	for (int i = 0; i < 300; i++) {
		OK(pthread_kill(t[i % 3].handle, SIGUSR1));
		UNTIL(LOAD(handled) == i + 1);
	}
	STORE(stop, 1);
	for (int i = 0; i < 3; i++)
		t_join(&t[i]);
	int value;
	OK(sem_getvalue(&posted, &value));
	EQ(value, 300);
	return 0;
}
