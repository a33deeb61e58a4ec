/* Every way in which a process ends is a death of the owner, whichever of its threads that is: exit, _exit, the
 * raw exit of its first thread or of all, an abort, a fault, a kill, and another thread that runs another program. */
#pragma once
#include "ways.h"
#include <sys/resource.h>

static struct death *d;
enum { EXIT, UNDER_EXIT, RAW, RAW_GROUP, ABORT, FAULT, KILL, EXEC, WAYS };

static void end(long way)
{
	struct rlimit none = { 0, 0 };
	setrlimit(RLIMIT_CORE, &none);
	switch (way) {
	case EXIT:
		exit(0);
	case UNDER_EXIT:
		_exit(0);
	case RAW:
		syscall(SYS_exit, 0); /* of this thread; the process lasts as long as its others */
		break;
	case RAW_GROUP:
		syscall(SYS_exit_group, 0);
		break;
	case ABORT:
		abort();
	case FAULT:
		__builtin_trap();
	case KILL:
		kill(getpid(), SIGKILL);
		break;
	default:
		execl("/bin/true", "true", (char *)NULL);
	}
}

static void *owner(void *v)
{
	OK(pthread_mutex_lock(&d->m));
	STORE(d->held, 1);
	if (v)
		for (;;)
			pause();
	return NULL;
}

/* The first thread owns and ends; or ends while a second one owns. */
static void by_first(void *way)
{
	owner(NULL);
	UNTIL(LOAD(d->go));
	end((long)way);
}

static void by_second(void *way)
{
	struct t_thread t;
	t_start(&t, owner, d);
	UNTIL(LOAD(d->go));
	end((long)way);
}

int main(void)
{
	need_fifo();
	EACH_ROBUST_KIND(k) {
		if (!k.shared)
			continue;
		for (long way = 0; way < WAYS; way++)
			for (int second = 0; second < 2; second++)
				for (int waited = 0; waited < 2; waited++) {
					struct t_thread w;
					if (second && way == RAW)
						continue; /* only the first thread would end */
					d = death_new(k);
					pid_t pid = t_fork(second ? by_second : by_first, (void *)way);
					UNTIL(LOAD(d->held));
					if (waited) {
						t_start(&w, heir_of, d);
						t_blocked(&w);
					}
					STORE(d->go, 1);
					t_wait(pid);
					if (waited)
						t_join(&w);
					else
						heir_of(d);
					death_is_healthy(d);
				}
	}
	return 0;
}
