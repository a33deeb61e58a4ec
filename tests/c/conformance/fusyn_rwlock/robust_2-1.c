/* The death of who holds a robust rwlock: a dead reader's lock is given back, a dead writer is told of; repaired it
 * works on, unlocked without it is lost for all, also for those who wait. Deaths: return, pthread_exit, raw exit of
 * a thread; exit, kill and exec of a process. */
#include "rw_own.h"

enum how { RETURN, PTHREAD_EXIT, RAW_EXIT, PROCESS_EXIT, KILLED, EXEC, HOWS };
static const char *const names[] = { "return", "pthread_exit", "raw exit", "process exit", "kill", "exec" };

static pthread_rwlock_t *rw;

struct dying {
	int writes;
	enum how how;
};

static void *die(void *v)
{
	struct dying *d = v;
	OK(d->writes ? pthread_rwlock_wrlock(rw) : pthread_rwlock_rdlock(rw));
	if (!d->writes)
		OK(pthread_rwlock_rdlock(rw)); /* a second level, which goes with the first */
	switch (d->how) {
	case PTHREAD_EXIT:
		pthread_exit(NULL);
	case RAW_EXIT:
		syscall(SYS_exit, 0);
		break;
	case PROCESS_EXIT:
		_exit(0);
	case KILLED:
		kill(getpid(), SIGKILL);
		break;
	case EXEC:
		execl("/bin/true", "true", (char *)NULL);
		FAIL("no /bin/true");
	default:
		break;
	}
	return v;
}

static void die_in_process(void *v) { die(v); }

static void let_die(int writes, enum how how)
{
	struct dying d = { writes, how };
	struct t_thread t;
	if (how >= PROCESS_EXIT) {
		t_wait(t_fork(die_in_process, &d));
		return;
	}
	t_start(&t, die, &d);
	t_join(&t);
}

static void dead_readers(enum how how)
{
	for (int i = 0; i < 2 * FUSYN_RWLOCK_READERS; i++)
		let_die(0, how); /* each finds room, though nobody gives anything back */
	OK(pthread_rwlock_rdlock(rw));
	OK(pthread_rwlock_unlock(rw));
	EQ(rw_other_trywr(rw), 0); /* nothing of the dead is left in the slot that was used again */
	let_die(0, how);
	OK(pthread_rwlock_trywrlock(rw));
	OK(pthread_rwlock_unlock(rw));
	let_die(0, how);
	OK(pthread_rwlock_wrlock(rw));
	OK(pthread_rwlock_unlock(rw));
}

static void told(int r, int repair)
{
	EQ(r, EOWNERDEAD);
	EQ(rw_other_tryrd(rw), EBUSY); /* the caller writes, whatever it asked for */
	if (repair)
		OK(fusyn_rwlock_consistent(rw));
	EQ(fusyn_rwlock_consistent(rw), repair ? EINVAL : 0);
	if (!repair) {
		OK(pthread_rwlock_unlock(rw));
		return;
	}
	OK(pthread_rwlock_unlock(rw));
	OK(pthread_rwlock_wrlock(rw));
	OK(pthread_rwlock_unlock(rw));
	OK(rw_other_tryrd(rw));
}

static void dead_writers(enum how how)
{
	struct timespec far = t_in(CLOCK_REALTIME, 20000);
	let_die(1, how);
	told(pthread_rwlock_wrlock(rw), 1);
	let_die(1, how);
	told(pthread_rwlock_rdlock(rw), 1);
	let_die(1, how);
	told(pthread_rwlock_trywrlock(rw), 0);
	let_die(1, how);
	told(pthread_rwlock_tryrdlock(rw), 1);
	let_die(1, how);
	told(pthread_rwlock_timedwrlock(rw, &far), 1);
	let_die(1, how);
	told(pthread_rwlock_timedrdlock(rw, &far), 0);
}

static void *wait_lost(void *writes)
{
	EQ(writes ? pthread_rwlock_wrlock(rw) : pthread_rwlock_rdlock(rw), ENOTRECOVERABLE);
	return NULL;
}

static void lost(int shared)
{
	struct t_thread t[4];
	let_die(1, RETURN);
	EQ(pthread_rwlock_wrlock(rw), EOWNERDEAD);
	for (long i = 0; i < 4; i++) {
		t_start(&t[i], wait_lost, (void *)(i & 1));
		t_blocked(&t[i]);
	}
	OK(pthread_rwlock_unlock(rw));
	for (int i = 0; i < 4; i++)
		t_join(&t[i]);
	for (int i = 0; i < 2; i++) {
		EQ(pthread_rwlock_rdlock(rw), ENOTRECOVERABLE);
		EQ(pthread_rwlock_wrlock(rw), ENOTRECOVERABLE);
		EQ(pthread_rwlock_tryrdlock(rw), ENOTRECOVERABLE);
		EQ(pthread_rwlock_trywrlock(rw), ENOTRECOVERABLE);
	}
	EQ(fusyn_rwlock_consistent(rw), EINVAL);
	EQ(pthread_rwlock_unlock(rw), EPERM);
	OK(pthread_rwlock_destroy(rw));
	rw_robust(rw, shared);
}

int main(void)
{
	static char where[64];
	rw = t_shared(sizeof *rw);
	for (int shared = 0; shared < 2; shared++) {
		rw_robust(rw, shared);
		for (enum how how = 0; how < HOWS; how++) {
			snprintf(where, sizeof where, "%s %s", shared ? "shared" : "private", names[how]);
			t_where = where;
			dead_readers(how);
			dead_writers(how);
		}
		lost(shared);
		let_die(0, RETURN); /* may be destroyed with dead holders in it */
		OK(pthread_rwlock_destroy(rw));
	}
	return 0;
}
