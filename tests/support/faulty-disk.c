/*
 * Preloaded into a program (LD_PRELOAD) by faulty-disk.ts: makes calls on files fail or wait on command, and records
 * what is written and synced. Commands stand in a file that the test and all processes of the program map.
 *
 * A write is recorded after it was made, before its caller goes on, and a sync before and after it. So the writes whose
 * records stand before the beginning of a sync are those that it covers; that of others is left open.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Bits of `calls`, and kinds of records where they are made. The layout is that of faulty-disk.ts. */
enum { OPEN = 1, WRITE = 2, SYNC = 4, TRUNCATE = 8, UNLINK = 16, RENAME = 32, READ = 64, SYNCED = 128 };

struct rule {
	uint32_t calls; /* 0: the rule is not in force */
	int32_t error;	/* errno; 0: only count, or wait */
	uint32_t skip;	/* matching calls that pass before the rule applies */
	uint32_t times; /* matching calls it applies to after that */
	uint32_t delay_us;
	uint32_t hits; /* matching calls so far */
	char path[232];
};

#define RULES 16
struct control {
	uint32_t syncs;		/* number of the last sync */
	char recorded[252]; /* pattern of the paths whose calls are recorded; empty: none */
	struct rule rules[RULES];
};

struct record {
	uint32_t kind;
	uint32_t sync; /* number of the sync; otherwise 0 */
	int32_t error;
	uint32_t pid;
	int64_t offset; /* of a write; the length of a truncation */
	uint32_t path_length;
	uint32_t data_length;
};

static struct control *control;
static int journal = -1;

__attribute__((constructor)) static void start(void) {
	const char *name = getenv("FAULTY_DISK");
	if (name == NULL) return;
	int fd = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC, 0);
	if (fd < 0) return;
	void *at = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	syscall(SYS_close, fd);
	if (at == MAP_FAILED) return;
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s.journal", name);
	journal = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
	control = at;
}

static int matches(const char *pattern, const char *path) {
	return pattern[0] != 0 && fnmatch(pattern, path, 0) == 0;
}

/* Returns the error that a call is to fail with; 0: none. */
static int fault(uint32_t call, const char *path) {
	int error = 0;
	for (int i = 0; i < RULES; i++) {
		struct rule *rule = &control->rules[i];
		if ((__atomic_load_n(&rule->calls, __ATOMIC_ACQUIRE) & call) == 0 || !matches(rule->path, path)) continue;
		uint32_t hit = __atomic_fetch_add(&rule->hits, 1, __ATOMIC_ACQ_REL);
		if (hit < rule->skip || hit - rule->skip >= rule->times) continue;
		if (rule->delay_us > 0) usleep(rule->delay_us);
		if (error == 0) error = rule->error;
	}
	return error;
}

static void record(uint32_t kind, uint32_t sync, int error, const char *path, int64_t offset, const struct iovec *data,
				   int count, size_t length) {
	if (journal < 0 || !matches(control->recorded, path)) return;
	struct record head = {kind, sync, error, (uint32_t)getpid(), offset, (uint32_t)strlen(path), (uint32_t)length};
	struct iovec parts[2 + 1024] = {{&head, sizeof head}, {(void *)path, head.path_length}};
	int used = 2;
	for (int i = 0; i < count && length > 0 && used < 2 + 1024; i++) {
		parts[used] = data[i];
		if (parts[used].iov_len > length) parts[used].iov_len = length;
		length -= parts[used++].iov_len;
	}
	/* One call: the records of several processes do not mix. */
	if (syscall(SYS_writev, journal, parts, used) < 0) abort();
}

static int is_active(void) {
	return control != NULL;
}

/* Finds the path of a descriptor; 0: none that a rule could mean. */
static int path_of(int fd, char *path) {
	char link[64];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
	if (length <= 0 || path[0] != '/') return 0;
	path[length] = 0;
	return 1;
}

static void absolute(int folder, const char *name, char *path) {
	char base[PATH_MAX] = "";
	if (name[0] == '/') snprintf(path, PATH_MAX, "%s", name);
	else {
		if (folder == AT_FDCWD ? getcwd(base, sizeof base) == NULL : !path_of(folder, base)) base[0] = 0;
		snprintf(path, PATH_MAX, "%.2000s/%.2000s", base, name);
	}
}

/* Calls on a path. */

static int open_at(int folder, const char *name, int flags, mode_t mode) {
	if (is_active() && name != NULL) {
		char path[PATH_MAX];
		absolute(folder, name, path);
		int error = fault(OPEN, path);
		if (error != 0) return errno = error, -1;
		int fd = (int)syscall(SYS_openat, folder, name, flags, mode);
		if (fd >= 0 && (flags & O_TRUNC) != 0) record(TRUNCATE, 0, 0, path, 0, NULL, 0, 0);
		return fd;
	}
	return (int)syscall(SYS_openat, folder, name, flags, mode);
}

#define OPENER(name)                                                                                                   \
	int name(const char *path, int flags, ...) {                                                                       \
		va_list rest;                                                                                                  \
		va_start(rest, flags);                                                                                         \
		mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;                                 \
		va_end(rest);                                                                                                  \
		return open_at(AT_FDCWD, path, flags, mode);                                                                   \
	}
#define OPENER_AT(name)                                                                                                \
	int name(int folder, const char *path, int flags, ...) {                                                           \
		va_list rest;                                                                                                  \
		va_start(rest, flags);                                                                                         \
		mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;                                 \
		va_end(rest);                                                                                                  \
		return open_at(folder, path, flags, mode);                                                                     \
	}
OPENER(open)
OPENER(open64)
OPENER_AT(openat)
OPENER_AT(openat64)

static int unlink_at(int folder, const char *name, int flags) {
	char path[PATH_MAX] = "";
	if (is_active()) {
		absolute(folder, name, path);
		int error = fault(UNLINK, path);
		if (error != 0) return errno = error, -1;
	}
	int result = (int)syscall(SYS_unlinkat, folder, name, flags);
	if (is_active() && result == 0) record(UNLINK, 0, 0, path, 0, NULL, 0, 0);
	return result;
}
int unlink(const char *name) {
	return unlink_at(AT_FDCWD, name, 0);
}
int unlinkat(int folder, const char *name, int flags) {
	return unlink_at(folder, name, flags);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
	char source[PATH_MAX] = "", target[PATH_MAX] = "";
	if (is_active()) {
		absolute(from_folder, from, source);
		absolute(to_folder, to, target);
		int error = fault(RENAME, target);
		if (error != 0) return errno = error, -1;
	}
	int result = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
	if (is_active() && result == 0) {
		struct iovec data = {target, strlen(target)};
		record(RENAME, 0, 0, source, 0, &data, 1, data.iov_len);
	}
	return result;
}
int rename(const char *from, const char *to) {
	return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

/* Calls on a descriptor. */

static ssize_t write_at(int fd, const struct iovec *data, int count, int64_t offset) {
	char path[PATH_MAX];
	int is_known = is_active() && path_of(fd, path);
	int error = is_known ? fault(WRITE, path) : 0;
	if (error != 0) {
		record(WRITE, 0, error, path, offset, NULL, 0, 0);
		return errno = error, -1;
	}
	ssize_t written = offset < 0 ? syscall(SYS_writev, fd, data, count)
								 : syscall(SYS_pwritev, fd, data, count, (unsigned long)offset, 0UL);
	if (is_known && written > 0 && matches(control->recorded, path)) {
		int saved = errno;
		if (offset < 0) offset = syscall(SYS_lseek, fd, 0L, SEEK_CUR) - written;
		record(WRITE, 0, 0, path, offset, data, count, (size_t)written);
		errno = saved;
	}
	return written;
}
ssize_t write(int fd, const void *data, size_t length) {
	struct iovec part = {(void *)data, length};
	return is_active() ? write_at(fd, &part, 1, -1) : syscall(SYS_write, fd, data, length);
}
ssize_t writev(int fd, const struct iovec *data, int count) {
	return is_active() ? write_at(fd, data, count, -1) : syscall(SYS_writev, fd, data, count);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
	struct iovec part = {(void *)data, length};
	return write_at(fd, &part, 1, offset);
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
	return pwrite64(fd, data, length, offset);
}
ssize_t pwritev(int fd, const struct iovec *data, int count, off_t offset) {
	return write_at(fd, data, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t offset) {
	return write_at(fd, data, count, offset);
}

ssize_t pread64(int fd, void *data, size_t length, off64_t offset) {
	char path[PATH_MAX];
	int error = is_active() && path_of(fd, path) ? fault(READ, path) : 0;
	return error != 0 ? (errno = error, -1) : syscall(SYS_pread64, fd, data, length, offset);
}
ssize_t pread(int fd, void *data, size_t length, off_t offset) {
	return pread64(fd, data, length, offset);
}

int ftruncate64(int fd, off64_t length) {
	char path[PATH_MAX];
	int is_known = is_active() && path_of(fd, path);
	int error = is_known ? fault(TRUNCATE, path) : 0;
	if (error != 0) return errno = error, -1;
	int result = (int)syscall(SYS_ftruncate, fd, length);
	if (is_known && result == 0) record(TRUNCATE, 0, 0, path, length, NULL, 0, 0);
	return result;
}
int ftruncate(int fd, off_t length) {
	return ftruncate64(fd, length);
}

/* Room that is reserved counts as written: a full disk refuses it. */
static int allocate(int fd, int mode, off64_t offset, off64_t length) {
	char path[PATH_MAX];
	int error = is_active() && path_of(fd, path) ? fault(WRITE, path) : 0;
	return error != 0 ? (errno = error, -1) : (int)syscall(SYS_fallocate, fd, mode, offset, length);
}
int fallocate(int fd, int mode, off_t offset, off_t length) {
	return allocate(fd, mode, offset, length);
}
int posix_fallocate(int fd, off_t offset, off_t length) {
	return allocate(fd, 0, offset, length) == 0 ? 0 : errno;
}

static int sync_fd(long call, int fd) {
	char path[PATH_MAX];
	int is_known = is_active() && path_of(fd, path);
	if (!is_known) return (int)syscall(call, fd);
	uint32_t number = __atomic_add_fetch(&control->syncs, 1, __ATOMIC_ACQ_REL);
	record(SYNC, number, 0, path, 0, NULL, 0, 0);
	int error = fault(SYNC, path);
	int result = error == 0 ? (int)syscall(call, fd) : -1;
	if (error == 0 && result != 0) error = errno;
	record(SYNCED, number, error, path, 0, NULL, 0, 0);
	errno = error;
	return result;
}
int fsync(int fd) {
	return sync_fd(SYS_fsync, fd);
}
int fdatasync(int fd) {
	return sync_fd(SYS_fdatasync, fd);
}
