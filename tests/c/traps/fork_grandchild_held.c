/* A lock held over two generations: the grandchild may unlock it. */
#include "fork.h"

int main(void)
{
	fork_prepare();
	pid_t pid = fork();
	TRUE(pid >= 0);
	if (pid == 0) {
		pid_t grandchild = fork();
		TRUE(grandchild >= 0);
		if (grandchild == 0) {
			child_alone();
			child_threads();
			_exit(0);
		}
		t_reap(grandchild);
		child_alone();
		_exit(0);
	}
	t_reap(pid);
	fork_finish();
	return 0;
}
