/* Every way in which a process ends is a death of the owner, whichever of its threads that is: exit, _exit, the
 * raw exit of its first thread or of all, an abort, a fault, a kill, and another thread that runs another program. */
#define PROTOCOLS PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT
#include "exit_process.h"
