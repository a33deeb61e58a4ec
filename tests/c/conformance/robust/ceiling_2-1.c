/* Robust and ceiling together; the same as exit_1-1. */
#define PROTOCOLS PTHREAD_PRIO_PROTECT
#include "exit_thread.h"
