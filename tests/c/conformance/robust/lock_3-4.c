/* Every waiter of a mutex that becomes not recoverable is told: in lock, timedlock, clocklock, and back from a wait
 * for a condition with and without a deadline; of this process and of another. */
#define PROTOCOLS PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT
#include "lost_wait.h"
