/* A woken thread destroys and unmaps condvar and mutex at once: the signaller, who signalled and
 * unlocked, may not touch either after it let go. */
#include "t.h"

enum { ROUNDS = 300 };
struct object {
	pthread_mutex_t m;
	pthread_cond_t c;
	int go;
};
static struct object *object;

static void *signaller(void *v)
{
	struct object *o = object;
	OK(pthread_mutex_lock(&o->m));
	o->go = 1;
	OK(pthread_cond_signal(&o->c));
	OK(pthread_mutex_unlock(&o->m));
	return v;
}

int main(void)
{
	EACH_KIND(k)
		for (int i = 0; i < ROUNDS / (k.shared ? 6 : 2); i++) {
			struct t_thread t;
			pthread_condattr_t a;
			object = t_shared(sizeof *object);
			t_mutex(&object->m, k);
			OK(pthread_condattr_init(&a));
			OK(pthread_condattr_setpshared(&a, k.shared));
			OK(pthread_cond_init(&object->c, &a));
			OK(pthread_mutex_lock(&object->m));
			t_start(&t, signaller, NULL);
			while (!object->go)
				OK(pthread_cond_wait(&object->c, &object->m));
			OK(pthread_mutex_unlock(&object->m));
			OK(pthread_cond_destroy(&object->c));
			OK(pthread_mutex_destroy(&object->m));
			OK(munmap(object, 4096));
			t_join(&t);
		}
	return 0;
}
