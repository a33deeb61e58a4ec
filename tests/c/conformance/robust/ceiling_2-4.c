/* Robust and ceiling together; the same as lock_3-4. */
#define PROTOCOLS PTHREAD_PRIO_PROTECT
#include "lost_wait.h"
