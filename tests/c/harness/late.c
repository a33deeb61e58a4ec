/* Late in its first two runs, in time from then on: counts them in the file that LATE_RUNS names. */
#include "t.h"
#include <sys/stat.h>

int main(void)
{
	int runs = open(getenv("LATE_RUNS"), O_RDWR | O_CREAT | O_APPEND, 0600);
	struct stat counted;
	TRUE(runs >= 0 && write(runs, "x", 1) == 1 && !fstat(runs, &counted));
	if (counted.st_size > 2)
		return 0;
	fprintf(stderr, "late FAIL: a wait took 700.0 ms\n");
	return 1;
}
