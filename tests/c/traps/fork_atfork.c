/* The way allocators and libraries hold their locks over a fork: taken in the prepare handler, unlocked
 * in the parent's and in the child's handler, while other threads use them. */
#include "t.h"

enum { LOCKS = 4 };
static pthread_mutex_t m[LOCKS];
static int stop;

static void prepare(void)
{
	for (int i = 0; i < LOCKS; i++)
		OK(pthread_mutex_lock(&m[i]));
}

static void parent(void)
{
	for (int i = LOCKS - 1; i >= 0; i--)
		OK(pthread_mutex_unlock(&m[i]));
}

static void child(void)
{
	for (int i = LOCKS - 1; i >= 0; i--) {
		int r = pthread_mutex_unlock(&m[i]);
		if (m[i].__data.__kind == PTHREAD_MUTEX_NORMAL || m[i].__data.__kind == PTHREAD_MUTEX_ADAPTIVE_NP)
			OK(r);
		else
			EITHER(r, 0, EPERM);
		if (r)
			t_mutex_type(&m[i], PTHREAD_MUTEX_RECURSIVE);
	}
}

static void *user(void *v)
{
	while (!LOAD(stop))
		for (int i = 0; i < LOCKS; i++) {
			OK(pthread_mutex_lock(&m[i]));
			OK(pthread_mutex_unlock(&m[i]));
		}
	return v;
}

int main(void)
{
	struct t_thread t[3];
	for (int i = 0; i < LOCKS; i++)
		t_mutex_type(&m[i], i == 1 ? PTHREAD_MUTEX_RECURSIVE : i == 2 ? PTHREAD_MUTEX_ADAPTIVE_NP : PTHREAD_MUTEX_NORMAL);
	OK(pthread_atfork(prepare, parent, child));
	for (int i = 0; i < 3; i++)
		t_start(&t[i], user, NULL);
	for (int i = 0; i < 60; i++) {
		pid_t pid = fork();
		TRUE(pid >= 0);
		if (pid == 0) {
			struct t_thread c;
			STORE(stop, 1);
			user(NULL);
			STORE(stop, 0);
			t_start(&c, user, NULL);
			for (int j = 0; j < 100; j++)
				for (int l = 0; l < LOCKS; l++) {
					OK(pthread_mutex_lock(&m[l]));
					OK(pthread_mutex_unlock(&m[l]));
				}
			STORE(stop, 1);
			t_join(&c);
			_exit(0);
		}
		t_reap(pid);
	}
	STORE(stop, 1);
	for (int i = 0; i < 3; i++)
		t_join(&t[i]);
	return 0;
}
