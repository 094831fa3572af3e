#include "sqlite_baseline.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct seek_baseline {
    sqlite3 *connection;
    sqlite3_stmt *begin, *commit, *put, *get, *prune;
};

static int prepare(seek_baseline *baseline, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(baseline->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int bind_key(sqlite3_stmt *statement, int number, char *key, size_t size) {
    int length = snprintf(key, size, "https://example.com/items/%d", number);
    return sqlite3_bind_text(statement, 1, key, length, SQLITE_STATIC);
}

int seek_baseline_open(const char *path, seek_baseline **result) {
    seek_baseline *baseline = calloc(1, sizeof *baseline);
    if (baseline == NULL) return SQLITE_NOMEM;
    *result = baseline;
    int code = sqlite3_open_v2(path, &baseline->connection,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    // Two baselines may be opened at the same time.
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(baseline->connection, 5000);
    if (code == SQLITE_OK)
        code = sqlite3_exec(baseline->connection,
                            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                            "CREATE TABLE IF NOT EXISTS entry(key TEXT PRIMARY KEY, value BLOB NOT NULL, accessed REAL NOT NULL);"
                            "CREATE INDEX IF NOT EXISTS entry_use ON entry(accessed)",
                            NULL, NULL, NULL);
    if (code == SQLITE_OK) code = prepare(baseline, "BEGIN IMMEDIATE", &baseline->begin);
    if (code == SQLITE_OK) code = prepare(baseline, "COMMIT", &baseline->commit);
    if (code == SQLITE_OK) code = prepare(baseline, "INSERT OR REPLACE INTO entry VALUES(?1, ?2, ?3)", &baseline->put);
    if (code == SQLITE_OK) code = prepare(baseline, "SELECT value FROM entry WHERE key = ?1", &baseline->get);
    if (code == SQLITE_OK)
        code = prepare(baseline,
                       "DELETE FROM entry WHERE rowid IN (SELECT rowid FROM entry ORDER BY accessed LIMIT ?1)",
                       &baseline->prune);
    return code;
}

void seek_baseline_close(seek_baseline *baseline) {
    if (baseline == NULL) return;
    sqlite3_stmt *statements[] = {baseline->begin, baseline->commit, baseline->put, baseline->get, baseline->prune};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) sqlite3_finalize(statements[i]);
    sqlite3_close_v2(baseline->connection);
    free(baseline);
}

int seek_baseline_put(seek_baseline *baseline, int first, int count, int group, const void *value, size_t size) {
    char key[64];
    for (int number = first; number < first + count; number++) {
        int code = SQLITE_OK;
        if ((number - first) % group == 0) code = run(baseline->begin);
        if (code == SQLITE_OK) code = bind_key(baseline->put, number, key, sizeof key);
        if (code == SQLITE_OK) code = sqlite3_bind_blob64(baseline->put, 2, value, size, SQLITE_STATIC);
        if (code == SQLITE_OK) code = sqlite3_bind_double(baseline->put, 3, number);
        if (code == SQLITE_OK) code = run(baseline->put);
        int is_last = (number - first) % group == group - 1 || number == first + count - 1;
        if (code == SQLITE_OK && is_last) code = run(baseline->commit);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

int seek_baseline_get(seek_baseline *baseline, const int *numbers, int count, size_t size) {
    char key[64];
    for (int i = 0; i < count; i++) {
        int code = bind_key(baseline->get, numbers[i], key, sizeof key);
        if (code != SQLITE_OK) return code;
        if (sqlite3_step(baseline->get) != SQLITE_ROW) return SQLITE_NOTFOUND;
        const void *bytes = sqlite3_column_blob(baseline->get, 0);
        size_t length = (size_t)sqlite3_column_bytes(baseline->get, 0);
        void *copy = length == size ? malloc(size) : NULL;
        if (copy == NULL) return SQLITE_MISMATCH;
        memcpy(copy, bytes, size);
        free(copy);
        sqlite3_reset(baseline->get);
    }
    return SQLITE_OK;
}

int seek_baseline_prune(seek_baseline *baseline, int count) {
    int code = sqlite3_bind_int(baseline->prune, 1, count);
    return code == SQLITE_OK ? run(baseline->prune) : code;
}
