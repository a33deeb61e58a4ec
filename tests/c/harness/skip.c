/* Something is missing. */
#include "t.h"

int main(void)
{
	SKIP("no moon");
	return 0;
}
