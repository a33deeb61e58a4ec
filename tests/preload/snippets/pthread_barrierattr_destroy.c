/* Gives 0, and what was made from the attributes lives on; they can be initialised again. */
#include "barrier.h"
#include "snippet.h"
SYMBOL(pthread_barrierattr_destroy)

static void body(void)
{
	pthread_barrierattr_t a;
	pthread_barrier_t *b = t_shared(sizeof *b);
	int v = -1;
	OK(pthread_barrierattr_init(&a));
	OK(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	OK(pthread_barrier_init(b, &a, 1));
	OK(THIS(&a));
	EQ(barrier_pass(b), 1);
	OK(pthread_barrierattr_init(&a));
	OK(pthread_barrierattr_getpshared(&a, &v));
	EQ(v, PTHREAD_PROCESS_PRIVATE);
	OK(THIS(&a));
}
