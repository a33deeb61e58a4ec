/* fork: the child uses, unlocks and relocks all kinds, alone, with threads, and as a parent itself. */
#include "fork.h"

int main(void)
{
	fork_prepare();
	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();
		TRUE(pid >= 0);
		if (pid == 0) {
			child_alone();
			pid_t grandchild = fork();
			TRUE(grandchild >= 0);
			if (grandchild == 0) {
				child_threads();
				_exit(0);
			}
			child_threads();
			t_reap(grandchild);
			_exit(0);
		}
		t_reap(pid);
	}
	fork_finish();
	return 0;
}
