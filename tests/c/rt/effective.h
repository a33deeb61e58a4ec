/* What priority a thread runs at, boosts counted. */
#pragma once
#include "t.h"

/* The effective priority, as the kernel shows it: field 18 of stat is -1 - priority for real time. */
T_UNUSED static int effective(pid_t tid)
{
	char path[64], text[512];
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
	TRUE(t_slurp(path, text, sizeof text) > 0);
	char *p = strrchr(text, ')');
	TRUE(p != NULL);
	int priority;
	TRUE(sscanf(p + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %d", &priority) == 1);
	return -1 - priority;
}
