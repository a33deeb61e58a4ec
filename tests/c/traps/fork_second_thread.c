/* What the forking thread held, the child's first thread holds; a second thread of the child does not, and a
 * grandchild made by that one holds nothing of it. */
// limit: 20
#include "t.h"

static pthread_mutex_t held[4];
static int released;

static void *second(void *v)
{
	for (int type = 0; type < 4; type++)
		EQ(pthread_mutex_trylock(&held[type]), EBUSY);
	pid_t grandchild = fork();
	TRUE(grandchild >= 0);
	if (grandchild == 0) {
		for (int type = 0; type < 4; type++)
			EQ(pthread_mutex_trylock(&held[type]), EBUSY);
		_exit(0);
	}
	t_reap(grandchild);
	OK(pthread_mutex_lock(&held[PTHREAD_MUTEX_NORMAL]));
	TRUE(LOAD(released));
	OK(pthread_mutex_unlock(&held[PTHREAD_MUTEX_NORMAL]));
	return v;
}

int main(void)
{
	for (int type = 0; type < 4; type++) {
		t_mutex(&held[type], t_kind_of(type, PTHREAD_PRIO_NONE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE));
		OK(pthread_mutex_lock(&held[type]));
	}
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		struct t_thread t;
		EQ(pthread_mutex_trylock(&held[PTHREAD_MUTEX_NORMAL]), EBUSY);
		t_start(&t, second, NULL);
		t_blocked(&t);
		STORE(released, 1);
		OK(pthread_mutex_unlock(&held[PTHREAD_MUTEX_NORMAL]));
		t_join(&t);
		_exit(0);
	}
	t_reap(pid);
	return 0;
}
