/* N threads wait, N signals: each is woken; with the mutex held by the signaller and without. */
#include "t.h"

enum { N = 6 };
static pthread_mutex_t *m;
static pthread_cond_t *c;
static int tokens;

static void *waiter(void *v)
{
	OK(pthread_mutex_lock(m));
	while (!tokens)
		OK(pthread_cond_wait(c, m));
	tokens--;
	OK(pthread_mutex_unlock(m));
	return v;
}

int main(void)
{
	EACH_KIND(k)
		for (int inside = 0; inside < 2; inside++) {
			struct t_thread t[N];
			pthread_condattr_t a;
			m = t_shared(sizeof *m);
			c = t_shared(sizeof *c);
			t_mutex(m, k);
			OK(pthread_condattr_init(&a));
			OK(pthread_condattr_setpshared(&a, k.shared));
			OK(pthread_cond_init(c, &a));
			tokens = 0;
			for (int i = 0; i < N; i++) {
				t_start(&t[i], waiter, NULL);
				if (i == N - 1)
					t_blocked(&t[i]);
			}
			for (int i = 0; i < N; i++) {
				OK(pthread_mutex_lock(m));
				tokens++;
				if (inside)
					OK(pthread_cond_signal(c));
				OK(pthread_mutex_unlock(m));
				if (!inside)
					OK(pthread_cond_signal(c));
			}
			for (int i = 0; i < N; i++)
				t_join(&t[i]);
			EQ(tokens, 0);
		}
	return 0;
}
