/* Robust and ceiling together; the same as exit_1-2. */
#define PROTOCOLS PTHREAD_PRIO_PROTECT
#include "exit_process.h"
