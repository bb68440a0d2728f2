/*
 * Preloaded into a program (LD_PRELOAD) by wrong-clock.ts: its clock is wrong by the milliseconds in a file that the test
 * writes and the program maps. Monotonic clocks, and so timers, go on as they are: somebody sets the time of a machine.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead_ms;

__attribute__((constructor)) static void find_control(void) {
	const char *path = getenv("WRONG_CLOCK");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
	if (fd >= 0) close(fd);
	if (mapped != MAP_FAILED) ahead_ms = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
	int result = (int)syscall(SYS_clock_gettime, clock, now);
	if (result != 0 || !ahead_ms || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
	int64_t ms = *ahead_ms;
	now->tv_sec += ms / 1000;
	now->tv_nsec += ms % 1000 * 1000000;
	if (now->tv_nsec >= 1000000000) now->tv_sec++, now->tv_nsec -= 1000000000;
	if (now->tv_nsec < 0) now->tv_sec--, now->tv_nsec += 1000000000;
	return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
	struct timespec exact;
	(void)zone;
	if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
	now->tv_sec = exact.tv_sec;
	now->tv_usec = exact.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *where) {
	struct timespec exact;
	if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return (time_t)-1;
	if (where) *where = exact.tv_sec;
	return exact.tv_sec;
}
