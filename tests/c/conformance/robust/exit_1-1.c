/* Every way in which a thread ends is a death of the owner: return, pthread_exit, from a cleanup handler,
 * cancellation, the thread's own raw exit call, a destructor of thread-specific data that locked last; seen by
 * who comes later, and by who waited. */
#define PROTOCOLS PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT
#include "exit_thread.h"
