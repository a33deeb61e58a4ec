/* B27: every timed wait x every odd deadline: past, negative tv_sec, tv_nsec -1
 * and 1e9, INT64_MAX seconds, and +100 ms, on CLOCK_REALTIME and CLOCK_MONOTONIC. */
// flags: -Wno-misleading-indentation
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
enum { MUT, PI, ROB, ROBPI, RD, WR, SEM, COND, NOP };
static const char *opn[] = { "mutex", "PI mutex", "robust mutex", "robust PI mutex", "rdlock", "wrlock", "sem", "cond" };
enum { PAST, NEGSEC, NEGNS, BIGNS, HUGE, NEAR, NTS };
static const char *tsn[] = { "past", "tv_sec<0", "tv_nsec=-1", "tv_nsec=1e9", "tv_sec=INT64_MAX", "+100ms" };
static pthread_mutex_t mu[4], cm; static pthread_rwlock_t rw; static sem_t sm, hold, held; static pthread_cond_t cv[2];
static int bad, op; static char what[128]; static int pred;
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static int timed(clockid_t k, const struct timespec *t)
{
	int mono = k == CLOCK_MONOTONIC, r;
	switch (op) {
	case RD: return mono ? pthread_rwlock_clockrdlock(&rw, k, t) : pthread_rwlock_timedrdlock(&rw, t);
	case WR: return mono ? pthread_rwlock_clockwrlock(&rw, k, t) : pthread_rwlock_timedwrlock(&rw, t);
	case SEM: r = mono ? sem_clockwait(&sm, k, t) : sem_timedwait(&sm, t); return r ? errno : 0;
	case COND: pthread_mutex_lock(&cm); r = 0;
		while (!pred && !r) r = pthread_cond_timedwait(&cv[mono], &cm, t);
		if (pthread_mutex_unlock(&cm)) { bad++; fprintf(stderr, "B27 FAIL: %s: mutex not held on return\n", what); }
		return r;
	default: return mono ? pthread_mutex_clocklock(&mu[op], k, t) : pthread_mutex_timedlock(&mu[op], t);
	}
}
static void give(void) { if (op == RD || op == WR) pthread_rwlock_unlock(&rw); else if (op < RD) pthread_mutex_unlock(&mu[op]); }
static void *holder(void *huge)
{
	if (op == RD || op == WR) pthread_rwlock_wrlock(&rw); else if (op < RD) pthread_mutex_lock(&mu[op]);
	sem_post(&held);
	if (huge) usleep(80000); else while (sem_wait(&hold)) ;
	if (op == SEM) { if (huge) sem_post(&sm); }
	else if (op == COND) { if (huge) { pthread_mutex_lock(&cm); pred = 1; pthread_mutex_unlock(&cm); pthread_cond_broadcast(&cv[0]); pthread_cond_broadcast(&cv[1]); } }
	else give();
	return 0;
}
static void bark(int x) { (void)x; fprintf(stderr, "B27 FAIL: hang in %s\n", what); _exit(1); }
int main(void)
{
	signal(SIGALRM, bark); alarm(10);
	pthread_mutexattr_t a; pthread_condattr_t ca; pthread_condattr_init(&ca);
	for (int i = 0; i < 4; i++) { pthread_mutexattr_init(&a); if (i & 1) pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT); if (i & 2) pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&mu[i], &a); }
	pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&cm, &a);
	pthread_rwlock_init(&rw, 0); sem_init(&sm, 0, 0); sem_init(&hold, 0, 0); sem_init(&held, 0, 0);
	pthread_cond_init(&cv[0], 0); pthread_condattr_setclock(&ca, CLOCK_MONOTONIC); pthread_cond_init(&cv[1], &ca);
	if (pthread_condattr_setclock(&ca, CLOCK_PROCESS_CPUTIME_ID) != EINVAL) { bad++; fprintf(stderr, "B27 FAIL: condattr_setclock(CPUTIME)\n"); }
	for (op = 0; op < NOP; op++) for (int mono = 0; mono < 2; mono++) {
		clockid_t k = mono ? CLOCK_MONOTONIC : CLOCK_REALTIME;
		for (int c = 0; c < NTS; c++) {
			pthread_t t; struct timespec ts; double t0;
			snprintf(what, sizeof what, "%s, %s, %s", opn[op], mono ? "MONOTONIC" : "REALTIME", tsn[c]);
			pred = 0; pthread_create(&t, 0, holder, (void *)(long)(c == HUGE)); sem_wait(&held);
			t0 = now(); clock_gettime(k, &ts);
			if (c == PAST) ts.tv_sec = 1; if (c == NEGSEC) ts.tv_sec = -1; if (c == NEGNS) ts.tv_nsec = -1;
			if (c == BIGNS) ts.tv_nsec = 1000000000; if (c == HUGE) ts.tv_sec = LLONG_MAX;
			if (c == NEAR) { ts.tv_nsec += 100000000; if (ts.tv_nsec > 999999999) { ts.tv_nsec -= 1000000000; ts.tv_sec++; } }
			int r = timed(k, &ts), want = c == HUGE ? 0 : c == NEGNS || c == BIGNS ? EINVAL : ETIMEDOUT;
			double d = now() - t0;
			if (r != want) { bad++; fprintf(stderr, "B27 FAIL: %s: got %d (%s), want %d\n", what, r, strerror(r), want); }
			if (c < HUGE ? d > 0.3 : c == NEAR && (d < 0.0999 || d > 0.6)) { bad++; fprintf(stderr, "B27 FAIL: %s: took %.1f ms\n", what, d * 1e3); }
			if (r == 0) give();
			if (c != HUGE) sem_post(&hold);
			pthread_join(t, 0);
		}
		if (op < SEM) { struct timespec z = { 0, 0 }; snprintf(what, sizeof what, "%s, free, past", opn[op]); int r = timed(k, &z); if (r) { bad++; fprintf(stderr, "B27 FAIL: %s: %d\n", what, r); } else give(); }
	}
	if (!bad) puts("B27 ok");
	return bad ? 1 : 0;
}
