/* The size of the kernel's hash of private futexes: EXPECT, if given, in main and in a thread; without, none in main.
 * OWN is what the program asks for itself, before any constructor has run. */
#include "../t.h"
#include <sys/prctl.h>

enum { PR_FUTEX_HASH_ = 78, SET_SLOTS = 1, GET_SLOTS = 2 };

static long number(const char *name)
{
	const char *text = getenv(name);
	return text ? strtol(text, NULL, 10) : 0;
}
static void early(int argc, char **argv, char **env)
{
	(void)argc, (void)argv;
	for (; *env; env++) /* getenv does not work yet */
		if (strncmp(*env, "OWN=", 4) == 0)
			OK(prctl(PR_FUTEX_HASH_, SET_SLOTS, strtol(*env + 4, NULL, 10), 0, 0));
}
__attribute__((section(".preinit_array"), used)) static void (*early_p)(int, char **, char **) = early;

static long slots(void)
{
	return prctl(PR_FUTEX_HASH_, GET_SLOTS, 0, 0, 0);
}
static void *with_a_thread(void *unused)
{
	TRUE(number("EXPECT") ? slots() == number("EXPECT") : slots() > 0);
	return unused;
}

int main(void)
{
	pthread_t thread;

	if (slots() < 0)
		SKIP("no PR_FUTEX_HASH; Linux 6.17 has it");
	EQ(slots(), number("EXPECT"));
	OK(pthread_create(&thread, NULL, with_a_thread, NULL));
	OK(pthread_join(thread, NULL));
	return 0;
}
