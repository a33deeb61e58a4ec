/* Cancellation is an exception for C++: destructors of the frames around a wait run, with the mutex held
 * where they unlock it, and a handler that catches all must pass it on. */
#include "t.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int unlocked, outer, caught;

struct Lock {
	Lock() { OK(pthread_mutex_lock(&m)); }
	~Lock()
	{
		EQ(t_other_try(&m), EBUSY);
		unlocked++;
		OK(pthread_mutex_unlock(&m));
	}
};
struct Outer {
	~Outer() { outer++; }
};

static void *waiter(void *form)
{
	Outer o;
	try {
		Lock lock;
		for (;;) {
			struct timespec far = t_in(CLOCK_REALTIME, 60000);
			if (form)
				pthread_cond_timedwait(&c, &m, &far);
			else
				pthread_cond_wait(&c, &m);
		}
	} catch (...) {
		caught++;
		throw;
	}
	return nullptr;
}

int main()
{
	for (long i = 1; i <= 40; i++) {
		struct t_thread t;
		t_start(&t, waiter, reinterpret_cast<void *>(i & 1));
		t_blocked(&t);
		OK(pthread_cancel(t.handle));
		TRUE(t_join(&t) == PTHREAD_CANCELED);
		EQ(unlocked, i);
		EQ(outer, i);
		EQ(caught, i);
	}
	return 0;
}
