/* What C++20 added, and what cxx.cpp leaves out: std::shared_mutex (the C library's static rwlock), jthread and
 * stop tokens (condition_variable_any inside), counting_semaphore, latch, barrier, and exceptions thrown with
 * locks of each sort held. libstdc++ waits for latches and barriers by futex, and here for semaphores by sem_t:
 * both work beside the locks of the shim. */
// flags: -std=c++20 -D_GLIBCXX_USE_POSIX_SEMAPHORE
#include "t.h"
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

/* Readers and a writer; a reader throws now and then, and leaves nothing locked. */
static void shared_mutex()
{
	static std::shared_mutex m; /* static: glibc's initialiser, no call */
	std::atomic<int> inside{ 0 }, thrown{ 0 };
	long value = 0;
	{
		std::vector<std::jthread> all;
		for (int i = 0; i < 4; i++)
			all.emplace_back([&, i] {
				for (int j = 0; j < 1000; j++)
					try {
						if (i == 0) {
							std::scoped_lock guard(m);
							EQ(inside.load(), 0);
							value++;
						} else {
							std::shared_lock guard(m);
							inside++;
							TRUE(!m.try_lock());
							inside--;
							if (j % 10 == 0)
								throw std::runtime_error("inside");
						}
					} catch (const std::runtime_error &) {
						thrown++;
					}
			});
	}
	EQ(value, 1000);
	EQ(thrown.load(), 300);
	TRUE(m.try_lock());
	m.unlock();
}

/* Threads that wait for what never comes end by their stop tokens, asked for by the destructor alone. */
static void stop_tokens()
{
	std::mutex m;
	std::condition_variable_any c;
	std::atomic<int> waiting{ 0 }, stopped{ 0 };
	{
		std::vector<std::jthread> all;
		for (int i = 0; i < 4; i++)
			all.emplace_back([&](std::stop_token token) {
				std::unique_lock guard(m);
				waiting++;
				TRUE(!c.wait(guard, token, [] { return false; }));
				TRUE(guard.owns_lock());
				stopped++;
			});
		UNTIL(waiting == 4);
	}
	EQ(stopped.load(), 4);
}

/* A bounded buffer: two semaphores and a mutex. */
static void semaphores()
{
	std::counting_semaphore<8> places(8), items(0);
	std::mutex m;
	std::vector<int> buffer;
	std::atomic<long> sum{ 0 };
	{
		std::vector<std::jthread> all;
		for (int i = 0; i < 3; i++) {
			all.emplace_back([&] {
				for (int j = 1; j <= 2000; j++) {
					places.acquire();
					std::scoped_lock guard(m);
					TRUE(buffer.size() < 8);
					buffer.push_back(j);
					items.release();
				}
			});
			all.emplace_back([&] {
				for (int j = 1; j <= 2000; j++) {
					items.acquire();
					std::scoped_lock guard(m);
					sum += buffer.back();
					buffer.pop_back();
					places.release();
				}
			});
		}
	}
	EQ(sum.load(), 3L * 2000 * 2001 / 2);
	std::binary_semaphore one(1);
	TRUE(one.try_acquire());
	TRUE(!one.try_acquire_for(20ms));
	one.release();
	TRUE(one.try_acquire_until(std::chrono::system_clock::now() + 10s));
}

/* Phases: nobody is in phase n + 1 while somebody is in phase n, and the completion runs once for each. */
static void latches_and_barriers()
{
	constexpr int threads = 6, phases = 200;
	std::latch started(threads);
	std::atomic<int> arrived{ 0 };
	int completed = 0;
	std::barrier meet(threads, [&]() noexcept {
		if (arrived == threads * (completed + 1))
			completed++;
	});
	{
		std::vector<std::jthread> all;
		for (int i = 0; i < threads; i++)
			all.emplace_back([&] {
				started.arrive_and_wait();
				for (int phase = 0; phase < phases; phase++) {
					arrived++;
					meet.arrive_and_wait();
					TRUE(completed >= phase + 1);
				}
			});
	}
	EQ(completed, phases);
}

/* An exception passes a held lock of every sort, in threads that contend for it. */
static std::mutex plain;
static std::recursive_mutex recursive;
static std::shared_timed_mutex shared_timed;

static void deep(int depth)
{
	std::scoped_lock guard(plain);
	std::unique_lock twice(recursive), again(recursive);
	std::shared_lock reading(shared_timed);
	if (depth % 3 == 0)
		throw depth;
}

static void exceptions()
{
	std::atomic<int> caught{ 0 };
	{
		std::vector<std::jthread> all;
		for (int i = 0; i < 4; i++)
			all.emplace_back([&] {
				for (int j = 0; j < 900; j++)
					try {
						deep(j);
					} catch (int) {
						caught++;
					}
			});
	}
	EQ(caught.load(), 4 * 300);
	TRUE(plain.try_lock() && recursive.try_lock() && shared_timed.try_lock());
	plain.unlock();
	recursive.unlock();
	shared_timed.unlock();
}

/* call_once: the first call throws while others wait in it; one of those runs the next. */
static void once()
{
	std::once_flag flag;
	std::latch inside(1);
	std::atomic<int> runs{ 0 }, caught{ 0 };
	auto call = [&] {
		try {
			std::call_once(flag, [&] {
				if (runs++ == 0) {
					inside.count_down();
					throw std::runtime_error("the first");
				}
			});
		} catch (const std::runtime_error &) {
			caught++;
		}
	};
	{
		std::jthread first(call);
		inside.wait();
		std::jthread second(call), third(call);
	}
	EQ(runs.load(), 2);
	EQ(caught.load(), 1);
}

int main()
{
	shared_mutex();
	stop_tokens();
	semaphores();
	latches_and_barriers();
	exceptions();
	once();
	return 0;
}
