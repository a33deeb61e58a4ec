/* Calls the function the first time, not again; whoever comes meanwhile waits for its end. */
#include "snippet.h"
SYMBOL(call_once)

static once_flag once = ONCE_FLAG_INIT;
static int begun, go, calls;

static void function(void)
{
	STORE(begun, 1);
	UNTIL(LOAD(go));
	ADD(calls, 1);
}

static void *caller(void *v)
{
	THIS(&once, function);
	EQ(LOAD(calls), 1);
	return v;
}

static void body(void)
{
	struct t_thread first, second;
	t_start(&first, caller, NULL);
	UNTIL(LOAD(begun));
	t_start(&second, caller, NULL);
	t_blocked(&second);
	STORE(go, 1);
	t_join(&first);
	t_join(&second);
	THIS(&once, function);
	EQ(calls, 1);
}
