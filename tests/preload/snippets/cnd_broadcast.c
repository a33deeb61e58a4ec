/* Ends every wait. */
#include "snippet.h"
SYMBOL(cnd_broadcast)
#define WAKE THIS
#include "cnd_wake.h"

static void body(void)
{
	wake_begin();
	wake(WAITERS);
	wake_end();
}
