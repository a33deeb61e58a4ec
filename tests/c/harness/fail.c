/* A check that does not hold. */
#include "t.h"

int main(void)
{
	t_where = "here";
	EQ(EBUSY, 0);
	return 0;
}
