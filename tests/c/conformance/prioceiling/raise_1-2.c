/* Nested ceilings, unlocked in every order: the highest ceiling still held counts. */
#include "t.h"

static int priority(void)
{
	struct sched_param p;
	OK(sched_getparam(t_gettid(), &p));
	return p.sched_priority;
}

int main(void)
{
	static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	static const int ceilings[3] = { 20, 40, 30 };
	t_fifo(5);
	for (int o = 0; o < 6; o++) {
		pthread_mutex_t m[3];
		int held[3] = { 1, 1, 1 };
		for (int i = 0; i < 3; i++) {
			t_mutex_protect(&m[i], PTHREAD_MUTEX_NORMAL, ceilings[i]);
			OK(pthread_mutex_lock(&m[i]));
		}
		EQ(priority(), 40);
		for (int i = 0; i < 3; i++) {
			int want = 5;
			OK(pthread_mutex_unlock(&m[orders[o][i]]));
			held[orders[o][i]] = 0;
			for (int j = 0; j < 3; j++)
				if (held[j] && ceilings[j] > want)
					want = ceilings[j];
			EQ(priority(), want);
		}
	}
	return 0;
}
