/* Ends the condvar; it can be initialised again. With fusyn it is none until then. */
#include "snippet.h"
SYMBOL(cnd_destroy)

static void body(void)
{
	cnd_t c;
	for (int i = 0; i < 3; i++) {
		EQ(cnd_init(&c), thrd_success);
		EQ(cnd_broadcast(&c), thrd_success);
		THIS(&c);
		if (s_ours)
			EQ(cnd_signal(&c), thrd_error);
	}
}
