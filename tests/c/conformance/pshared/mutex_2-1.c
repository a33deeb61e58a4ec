/* One shared mutex at two addresses: the same file mapped twice in one process. */
#include "t.h"

static pthread_mutex_t *second;
static int got;

static void *locker(void *v)
{
	OK(pthread_mutex_lock(second));
	STORE(got, 1);
	OK(pthread_mutex_unlock(second));
	return v;
}

int main(void)
{
	EACH_KIND(k) {
		struct t_thread t;
		if (!k.shared || k.robust == PTHREAD_MUTEX_ROBUST)
			continue;
		int fd = memfd_create("t", MFD_CLOEXEC);
		TRUE(fd >= 0);
		OK(ftruncate(fd, 4096));
		pthread_mutex_t *first = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		second = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		TRUE(first != MAP_FAILED && second != MAP_FAILED);
		t_mutex(first, k);
		STORE(got, 0);
		OK(pthread_mutex_lock(first));
		EQ(t_other_try(second), EBUSY);
		t_start(&t, locker, NULL);
		t_blocked(&t);
		EQ(LOAD(got), 0);
		OK(pthread_mutex_unlock(first));
		t_join(&t);
		OK(munmap(first, 4096));
		OK(munmap(second, 4096));
		OK(close(fd));
	}
	return 0;
}
