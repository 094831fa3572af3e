#include "redis_baseline.h"

#include <hiredis/hiredis.h>
#include <stdlib.h>
#include <string.h>

struct redis_baseline {
    redisContext *context;
    char *value;
    size_t capacity;
};

redis_baseline *redis_baseline_make(const char *socket) {
    redis_baseline *baseline = calloc(1, sizeof *baseline);
    if (baseline == NULL) return NULL;
    baseline->context = redisConnectUnix(socket);
    if (baseline->context != NULL && baseline->context->err == 0) return baseline;
    redis_baseline_free(baseline);
    return NULL;
}

void redis_baseline_free(redis_baseline *baseline) {
    if (baseline->context != NULL) redisFree(baseline->context);
    free(baseline->value);
    free(baseline);
}

/* Copies the value, because a program that uses it after the reply is freed must do so, too. */
static int copy(redis_baseline *baseline, const redisReply *reply) {
    if (reply->type != REDIS_REPLY_STRING) return 0;
    if (reply->len > baseline->capacity) {
        char *value = realloc(baseline->value, reply->len);
        if (value == NULL) return 0;
        baseline->value = value;
        baseline->capacity = reply->len;
    }
    memcpy(baseline->value, reply->str, reply->len);
    return 1;
}

int redis_baseline_get(redis_baseline *baseline, const char *key, int count, size_t size) {
    const char *words[] = {"GET", key};
    const size_t lengths[] = {3, strlen(key)};
    int correct = 0;
    for (int number = 0; number < count; number++) {
        redisReply *reply = redisCommandArgv(baseline->context, 2, words, lengths);
        if (reply == NULL) return correct;
        if (copy(baseline, reply) && (size_t)reply->len == size) correct++;
        freeReplyObject(reply);
    }
    return correct;
}
