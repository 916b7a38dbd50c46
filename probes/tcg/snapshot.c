/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "snapshot.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "counters.h"
#include "snapshot_format.h"

static bool send_all(int fd, const void *data, size_t size)
{
	const char *at = data;

	while (size > 0) {
		ssize_t sent = send(fd, at, size, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		at += sent;
		size -= (size_t)sent;
	}
	return true;
}

static bool answer(int fd)
{
	struct path_snapshot_header header = { .magic = PATH_SNAPSHOT_MAGIC };
	struct path_snapshot_entry *entries;
	bool sent;

	counters_lock();
	entries = counters_take(&header.entries);
	counters_unlock();
	if (!entries)
		return false;
	sent = send_all(fd, &header, sizeof(header)) &&
	       send_all(fd, entries, (size_t)header.entries * sizeof(*entries));
	free(entries);
	return sent;
}

static bool next_request(int fd)
{
	char request = 0;
	ssize_t got;

	do
		got = recv(fd, &request, 1, 0);
	while (got < 0 && errno == EINTR);
	return got == 1 && request == PATH_SNAPSHOT_REQUEST;
}

static void *serve(void *argument)
{
	int fd = (int)(intptr_t)argument;

	while (next_request(fd) && answer(fd))
		;
	/* The reader sees the end of the stream and knows that there will be no answer. */
	shutdown(fd, SHUT_RDWR);
	return NULL;
}

bool snapshots_serve(int fd)
{
	sigset_t all, before;
	pthread_t thread;
	int error;

	/* QEMU's signals are for its own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, NULL, serve, (void *)(intptr_t)fd);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error)
		return false;
	pthread_detach(thread);
	return true;
}
