/* A try on a mutex that is not recoverable leaves nothing locked: not for the one who tried and lives on, not
 * after its end; nor do the other forms. */
#define PROTOCOLS PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT
#include "lost_try.h"
