/* Ends by a signal. */
#include "t.h"

int main(void)
{
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
	return 0;
}
