/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "counters.h"

#include <pthread.h>
#include <stdlib.h>

#define PAGE_BITS 12
#define PAGE_ADDRESSES (1u << PAGE_BITS)
#define PAGES (1u << (31 - PAGE_BITS))
#define CHUNK_COUNTERS 65536u
#define CHUNKS 1024u

struct chunk {
	uint64_t executions[CHUNK_COUNTERS];
	/* What the last snapshot had. */
	uint64_t taken[CHUNK_COUNTERS];
	/* Below COUNTED_FROM. */
	uint32_t offset[CHUNK_COUNTERS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* By page and address within it: number of the counter plus one, 0 = none yet. */
static uint32_t *pages[PAGES];
static struct chunk *chunks[CHUNKS];
static uint32_t used;

void counters_lock(void)
{
	pthread_mutex_lock(&lock);
}

void counters_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

static uint64_t *counter_at(uint32_t number)
{
	return &chunks[number / CHUNK_COUNTERS]->executions[number % CHUNK_COUNTERS];
}

static uint64_t *new_counter(uint32_t offset)
{
	uint32_t chunk = used / CHUNK_COUNTERS;

	if (chunk == CHUNKS)
		return NULL;
	if (!chunks[chunk]) {
		chunks[chunk] = calloc(1, sizeof(struct chunk));
		if (!chunks[chunk])
			return NULL;
	}
	chunks[chunk]->offset[used % CHUNK_COUNTERS] = offset;
	return counter_at(used++);
}

uint64_t *counter_of(uint64_t address)
{
	uint32_t offset = (uint32_t)(address - COUNTED_FROM);
	uint32_t **page = &pages[offset >> PAGE_BITS];
	uint32_t *number;
	uint64_t *counter;

	if (!*page) {
		*page = calloc(PAGE_ADDRESSES, sizeof(**page));
		if (!*page)
			return NULL;
	}
	number = &(*page)[offset % PAGE_ADDRESSES];
	if (*number)
		return counter_at(*number - 1);
	counter = new_counter(offset);
	if (counter)
		*number = used;
	return counter;
}

struct path_snapshot_entry *counters_take(uint64_t *count)
{
	struct path_snapshot_entry *entries = malloc(((size_t)used + 1) * sizeof(*entries));
	uint64_t filled = 0;

	if (!entries)
		return NULL;
	for (uint32_t i = 0; i < used; i++) {
		struct chunk *chunk = chunks[i / CHUNK_COUNTERS];
		uint32_t slot = i % CHUNK_COUNTERS;
		uint64_t executions = chunk->executions[slot];

		if (executions == chunk->taken[slot])
			continue;
		entries[filled].address = COUNTED_FROM + chunk->offset[slot];
		entries[filled++].executions = executions - chunk->taken[slot];
		chunk->taken[slot] = executions;
	}
	*count = filled;
	return entries;
}
