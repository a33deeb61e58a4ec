/* mtx_lock excludes: three threads count. */
#include "t.h"
#include <threads.h>

static mtx_t m;
static volatile long count;

static int counter(void *v)
{
	(void)v;
	for (int i = 0; i < 20000; i++) {
		EQ(mtx_lock(&m), thrd_success);
		count = count + 1;
		EQ(mtx_unlock(&m), thrd_success);
	}
	return 0;
}

int main(void)
{
	thrd_t t[3];
	EQ(mtx_init(&m, mtx_plain), thrd_success);
	for (int i = 0; i < 3; i++)
		EQ(thrd_create(&t[i], counter, NULL), thrd_success);
	for (int i = 0; i < 3; i++)
		EQ(thrd_join(t[i], NULL), thrd_success);
	EQ(count, 60000);
	mtx_destroy(&m);
	return 0;
}
