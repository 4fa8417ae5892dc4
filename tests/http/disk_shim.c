/* Loaded before the C library (LD_PRELOAD): while the file that DISK_SHIM names says so, writing to the database's files fails.
   "ENOSPC": no space left. "EIO": neither writing nor making it durable works. "EIO-sync": only making it durable fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { none, full, broken, unsynced };

static int state(void) {
    const char* file = getenv("DISK_SHIM");
    if (file == NULL) return none;
    int saved = errno;
    char text[16] = {0};
    ssize_t size = -1;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        size = read(fd, text, sizeof text - 1);
        close(fd);
    }
    errno = saved;
    if (size <= 0) return none;
    if (strcmp(text, "ENOSPC") == 0) return full;
    if (strcmp(text, "EIO") == 0) return broken;
    return strcmp(text, "EIO-sync") == 0 ? unsynced : none;
}

/* The database and its log, not sockets, pipes or what the service prints. */
static int ours(int fd) {
    char link[64];
    char path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size <= 0) return 0;
    path[size] = 0;
    return strstr(path, "cacao.db") != NULL;
}

static int refused(int fd, int syncing) {
    if (!ours(fd)) return 0;
    int now = state();
    if (now == none || (now == unsynced && !syncing) || (now == full && syncing)) return 0;
    errno = now == full ? ENOSPC : EIO;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
    return refused(fd, 0) ? -1 : NEXT(pwrite)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
    return refused(fd, 0) ? -1 : NEXT(pwrite64)(fd, data, size, at);
}
ssize_t write(int fd, const void* data, size_t size) { return refused(fd, 0) ? -1 : NEXT(write)(fd, data, size); }
int ftruncate(int fd, off_t size) { return refused(fd, 0) ? -1 : NEXT(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return refused(fd, 0) ? -1 : NEXT(ftruncate64)(fd, size); }
int posix_fallocate64(int fd, off64_t at, off64_t size) {
    return refused(fd, 0) ? errno : NEXT(posix_fallocate64)(fd, at, size);
}
int fsync(int fd) { return refused(fd, 1) ? -1 : NEXT(fsync)(fd); }
int fdatasync(int fd) { return refused(fd, 1) ? -1 : NEXT(fdatasync)(fd); }
