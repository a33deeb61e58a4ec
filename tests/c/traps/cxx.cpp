/* The locks of libstdc++ all stand on these functions: mutex, timed, recursive, shared, condition
 * variables of both sorts, call_once with exceptions, thread_local destructors, static initialisation. */
#include "t.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

template <class M> static void count(M &m)
{
	long n = 0;
	std::vector<std::thread> all;
	for (int i = 0; i < 4; i++)
		all.emplace_back([&] {
			for (int j = 0; j < 5000; j++) {
				std::lock_guard<M> guard(m);
				n = n + 1;
			}
		});
	for (auto &t : all)
		t.join();
	EQ(n, 20000);
}

template <class M> static void timed(M &m)
{
	std::unique_lock<M> guard(m);
	std::thread([&] {
		auto start = std::chrono::steady_clock::now();
		TRUE(!m.try_lock());
		TRUE(!m.try_lock_for(20ms));
		TRUE(!m.try_lock_until(std::chrono::system_clock::now() + 20ms));
		TRUE(std::chrono::steady_clock::now() - start >= 39ms);
	}).join();
	guard.unlock();
	std::thread([&] {
		TRUE(m.try_lock_for(10s));
		m.unlock();
	}).join();
}

template <class C, class M> static void queue(C &c, M &m)
{
	std::vector<int> items;
	bool closed = false;
	long sum = 0;
	std::vector<std::thread> all;
	for (int i = 0; i < 3; i++)
		all.emplace_back([&] {
			std::unique_lock<M> guard(m);
			for (;;) {
				if (c.wait_for(guard, 50ms, [&] { return !items.empty() || closed; })) {
					if (items.empty())
						return;
					sum += items.back();
					items.pop_back();
				}
			}
		});
	for (int i = 1; i <= 3000; i++) {
		std::lock_guard<M> guard(m);
		items.push_back(i);
		c.notify_one();
	}
	{
		std::lock_guard<M> guard(m);
		closed = true;
	}
	c.notify_all();
	for (auto &t : all)
		t.join();
	EQ(sum, 3000L * 3001 / 2);
}

static void once()
{
	std::once_flag flag;
	std::atomic<int> tries{ 0 }, done{ 0 }, thrown{ 0 };
	std::vector<std::thread> all;
	for (int i = 0; i < 4; i++)
		all.emplace_back([&] {
			try {
				std::call_once(flag, [&] {
					if (++tries < 3)
						throw std::runtime_error("again");
					done++;
				});
			} catch (const std::runtime_error &) {
				thrown++;
			}
		});
	for (auto &t : all)
		t.join();
	EQ(done.load(), 1);
	EQ(thrown.load(), 2);
}

static std::mutex locals_m;
static int locals;
struct Local {
	Local()
	{
		std::lock_guard<std::mutex> guard(locals_m);
		locals++;
	}
	~Local()
	{
		std::lock_guard<std::mutex> guard(locals_m);
		locals--;
	}
};

static void thread_locals()
{
	std::vector<std::thread> all;
	for (int i = 0; i < 8; i++)
		all.emplace_back([] {
			static thread_local Local local;
			(void)&local;
		});
	for (auto &t : all)
		t.join();
	EQ(locals, 0);
}

static void exceptions()
{
	std::mutex m;
	for (int i = 0; i < 100; i++)
		try {
			std::lock_guard<std::mutex> guard(m);
			throw i;
		} catch (int) {
		}
	TRUE(m.try_lock());
	m.unlock();
	std::unique_lock<std::mutex> none;
	try {
		none.lock();
		FAIL("a lock without a mutex was locked");
	} catch (const std::system_error &) {
	}
}

static void several()
{
	std::mutex a, b, c;
	std::vector<std::thread> all;
	long n = 0;
	for (int i = 0; i < 3; i++)
		all.emplace_back([&, i] {
			for (int j = 0; j < 2000; j++)
				if (i == 0) {
					std::scoped_lock guard(a, b, c);
					n++;
				} else if (i == 1) {
					std::scoped_lock guard(c, b, a);
					n++;
				} else {
					std::scoped_lock guard(b, c, a);
					n++;
				}
		});
	for (auto &t : all)
		t.join();
	EQ(n, 6000);
}

static void shared()
{
	std::shared_timed_mutex m;
	std::atomic<int> readers{ 0 };
	int value = 0;
	std::vector<std::thread> all;
	for (int i = 0; i < 4; i++)
		all.emplace_back([&, i] {
			for (int j = 0; j < 500; j++)
				if (i == 0) {
					std::unique_lock<std::shared_timed_mutex> guard(m);
					EQ(readers.load(), 0);
					value++;
				} else {
					std::shared_lock<std::shared_timed_mutex> guard(m);
					readers++;
					readers--;
				}
		});
	for (auto &t : all)
		t.join();
	EQ(value, 500);
}

/* Static, since the detached thread may touch them after the waiter has gone on. */
static std::mutex end_m;
static std::condition_variable end_c;
static bool ended;

static void at_thread_exit()
{
	std::thread([] {
		std::unique_lock<std::mutex> guard(end_m);
		ended = true;
		std::notify_all_at_thread_exit(end_c, std::move(guard));
	}).detach();
	std::unique_lock<std::mutex> guard(end_m);
	end_c.wait(guard, [] { return ended; });
}

static int at_start = [] {
	std::recursive_mutex m;
	std::lock_guard<std::recursive_mutex> one(m), two(m);
	return std::async(std::launch::async, [] { return 7; }).get();
}();

int main()
{
	EQ(at_start, 7);
	std::mutex m;
	std::recursive_mutex r;
	std::timed_mutex t;
	std::recursive_timed_mutex rt;
	count(m);
	count(r);
	count(t);
	count(rt);
	timed(t);
	timed(rt);
	std::condition_variable c;
	std::condition_variable_any any;
	queue(c, m);
	queue(any, m);
	queue(any, t);
	once();
	thread_locals();
	exceptions();
	several();
	shared();
	at_thread_exit();
	return 0;
}
