/* The last of several users unlocks an object's mutex and unmaps the object. The others have unlocked it
 * before, but may still be inside unlock: nothing of the mutex may be touched after its release. */
#include "t.h"

enum { USERS = 3, ROUNDS = 300 };
struct object {
	pthread_mutex_t m;
	int users;
};
static struct object *object;

static void *user(void *v)
{
	struct object *o = object;
	t_gate_wait();
	OK(pthread_mutex_lock(&o->m));
	int left = --o->users;
	OK(pthread_mutex_unlock(&o->m));
	if (left == 0)
		OK(munmap(o, 4096));
	return v;
}

int main(void)
{
	EACH_KIND(k)
		for (int i = 0; i < ROUNDS / (k.shared ? 4 : 1); i++) {
			struct t_thread t[USERS];
			int flags = k.shared ? MAP_SHARED : MAP_PRIVATE;
			object = mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
			TRUE(object != MAP_FAILED);
			t_mutex(&object->m, k);
			object->users = USERS;
			t_gate_close();
			for (int j = 0; j < USERS; j++)
				t_start(&t[j], user, NULL);
			t_gate_open();
			for (int j = 0; j < USERS; j++)
				t_join(&t[j]);
		}
	return 0;
}
