/* Ends the condvar; it can be initialised again. */
#include "snippet.h"
SYMBOL(cnd_destroy)

static void body(void)
{
	cnd_t c;
	for (int i = 0; i < 3; i++) {
		EQ(cnd_init(&c), thrd_success);
		EQ(cnd_broadcast(&c), thrd_success);
		THIS(&c);
	}
}
