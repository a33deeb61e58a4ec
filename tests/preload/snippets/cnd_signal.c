/* Ends one wait for each call. */
#include "snippet.h"
SYMBOL(cnd_signal)
#define WAKE THIS
#include "cnd_wake.h"

static void body(void)
{
	wake_begin();
	for (int i = 1; i <= WAITERS; i++) {
		wake(1);
		UNTIL(LOAD(got) == i);
	}
	wake_end();
}
