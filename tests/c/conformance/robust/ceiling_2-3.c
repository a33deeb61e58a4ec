/* Robust and ceiling together; the same as lock_3-3. */
#define PROTOCOLS PTHREAD_PRIO_PROTECT
#include "lost_try.h"
