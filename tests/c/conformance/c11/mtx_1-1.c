/* mtx_init, lock, trylock, unlock, destroy: plain, timed and recursive. */
#include "t.h"
#include <threads.h>

static int try_body(void *m)
{
	int r = mtx_trylock(m);
	if (r == thrd_success)
		EQ(mtx_unlock(m), thrd_success);
	return r;
}

static int other_try(mtx_t *m)
{
	thrd_t t;
	int r;
	EQ(thrd_create(&t, try_body, m), thrd_success);
	EQ(thrd_join(t, &r), thrd_success);
	return r;
}

int main(void)
{
	static const int types[] = { mtx_plain, mtx_timed, mtx_plain | mtx_recursive, mtx_timed | mtx_recursive };
	for (int i = 0; i < 4; i++) {
		mtx_t m;
		memset(&m, 0xa5, sizeof m);
		EQ(mtx_init(&m, types[i]), thrd_success);
		EQ(mtx_lock(&m), thrd_success);
		EQ(other_try(&m), thrd_busy);
		int again = mtx_trylock(&m);
		EQ(again, types[i] & mtx_recursive ? thrd_success : thrd_busy);
		if (again == thrd_success)
			EQ(mtx_unlock(&m), thrd_success);
		EQ(other_try(&m), thrd_busy);
		EQ(mtx_unlock(&m), thrd_success);
		EQ(other_try(&m), thrd_success);
		mtx_destroy(&m);
	}
	return 0;
}
