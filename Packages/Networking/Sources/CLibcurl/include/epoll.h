#ifndef SEEK_CLIBCURL_EPOLL_H
#define SEEK_CLIBCURL_EPOLL_H

// epoll and eventfd in libcurl's terms. Neither is part of the C library's module in Swift.

#ifdef __linux__

#include <curl/curl.h>
#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// A descriptor that is ready, and for what, as CURL_CSELECT_ bits.
typedef struct {
    int descriptor;
    int events;
} seek_epoll_ready;

// Returns -1 if the system has no descriptor left.
static inline int seek_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

// Sets what to wait for on a descriptor; `interest` is one of libcurl's CURL_POLL_ constants.
static inline int seek_epoll_watch(int epoll, int descriptor, int interest) {
    struct epoll_event event = {0};
    event.data.fd = descriptor;
    if (interest == CURL_POLL_REMOVE) return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
    if (interest & CURL_POLL_IN) event.events |= EPOLLIN;
    if (interest & CURL_POLL_OUT) event.events |= EPOLLOUT;
    int status = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
    return status != 0 && errno == EEXIST ? epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) : status;
}

// The maximum number of descriptors that seek_epoll_wait returns.
#define SEEK_EPOLL_CAPACITY 64

// Waits, writes the ready descriptors to an array of SEEK_EPOLL_CAPACITY, and returns their number.
static inline int seek_epoll_wait(int epoll, seek_epoll_ready *ready, int milliseconds) {
    struct epoll_event events[SEEK_EPOLL_CAPACITY];
    int count = epoll_wait(epoll, events, SEEK_EPOLL_CAPACITY, milliseconds);
    for (int i = 0; i < count; i++) {
        ready[i].descriptor = events[i].data.fd;
        ready[i].events = 0;
        if (events[i].events & EPOLLIN) ready[i].events |= CURL_CSELECT_IN;
        if (events[i].events & EPOLLOUT) ready[i].events |= CURL_CSELECT_OUT;
        if (events[i].events & (EPOLLERR | EPOLLHUP)) ready[i].events |= CURL_CSELECT_ERR;
    }
    return count < 0 ? 0 : count;
}

// Creates a descriptor that seek_waker_wake makes readable. Returns -1 if the system has no descriptor left.
static inline int seek_waker_create(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

static inline void seek_waker_wake(int waker) {
    (void)eventfd_write(waker, 1);
}

static inline void seek_waker_drain(int waker) {
    eventfd_t count;
    (void)eventfd_read(waker, &count);
}

#endif

#endif
