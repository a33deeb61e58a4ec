/* cnd_init, wait, signal, broadcast, destroy. */
#include "t.h"
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int tokens, go;

static void *waiter(void *v)
{
	EQ(mtx_lock(&m), thrd_success);
	while (!tokens && !go)
		EQ(cnd_wait(&c, &m), thrd_success);
	if (!go)
		tokens--;
	EQ(mtx_unlock(&m), thrd_success);
	return v;
}

int main(void)
{
	struct t_thread t[6];
	memset(&c, 0xa5, sizeof c);
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	EQ(cnd_init(&c), thrd_success);
	EQ(cnd_signal(&c), thrd_success);
	EQ(cnd_broadcast(&c), thrd_success);
	for (int i = 0; i < 6; i++) {
		t_start(&t[i], waiter, NULL);
		t_blocked(&t[i]);
	}
	for (int i = 0; i < 3; i++) {
		EQ(mtx_lock(&m), thrd_success);
		tokens++;
		EQ(cnd_signal(&c), thrd_success);
		EQ(mtx_unlock(&m), thrd_success);
	}
	EQ(mtx_lock(&m), thrd_success);
	go = 1;
	EQ(cnd_broadcast(&c), thrd_success);
	EQ(mtx_unlock(&m), thrd_success);
	for (int i = 0; i < 6; i++)
		t_join(&t[i]);
	cnd_destroy(&c);
	mtx_destroy(&m);
	return 0;
}
