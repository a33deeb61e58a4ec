/* Processes killed while they wait, to read or to write, leave the others able to go on. */
#include "rw.h"

static void writer(void *rw) { OK(pthread_rwlock_wrlock(rw)); }
static void reader(void *rw) { OK(pthread_rwlock_rdlock(rw)); }

int main(void)
{
	for (int kind = 0; kind < 3; kind++) {
		pthread_rwlock_t *rw = t_shared(sizeof *rw);
		struct t_thread t;
		rw_init(rw, kind, PTHREAD_PROCESS_SHARED);
		OK(pthread_rwlock_rdlock(rw));
		pid_t w = t_fork(writer, rw);
		t_blocked_process(w);
		t_kill(w);
		/* The caller reads still: nobody but the dead writer stands before this reader. */
		t_start(&t, rw_read_body, rw);
		t_join(&t);
		OK(pthread_rwlock_unlock(rw));
		OK(pthread_rwlock_wrlock(rw));
		pid_t r = t_fork(reader, rw);
		w = t_fork(writer, rw);
		t_blocked_process(r);
		t_blocked_process(w);
		t_kill(r);
		t_kill(w);
		t_start(&t, rw_write_body, rw);
		t_blocked(&t);
		OK(pthread_rwlock_unlock(rw));
		t_join(&t);
		OK(pthread_rwlock_rdlock(rw));
		OK(pthread_rwlock_unlock(rw));
	}
	return 0;
}
