#ifndef SEEK_CSQLITE_SHIM_H
#define SEEK_CSQLITE_SHIM_H

// SQLite's header, and functions that use what Swift cannot import (variadic functions, complex macros) or that are
// simpler in C.

#include <sqlite3.h>

// Binds a copy of bytes as a blob. Zero bytes are bound as an empty blob, not as NULL.
static inline int seek_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_int64 count) {
    if (count == 0) {
        return sqlite3_bind_zeroblob(statement, index, 0);
    }
    return sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT);
}

// Binds a copy of UTF-8 bytes as text.
static inline int seek_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_int64 count) {
    return sqlite3_bind_text64(
        statement, index, count == 0 ? "" : (const char *)bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Returns whether the file was renamed or removed since it was opened.
static inline int seek_sqlite_has_moved(sqlite3 *connection) {
    int moved = 0;
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved;
}

// Returns the write version in the header of the file (https://sqlite.org/fileformat.html, 1.3.3), read with the
// connection's descriptor; 0 if there is no header yet.
static inline int seek_sqlite_write_version(sqlite3 *connection) {
    sqlite3_file *file = 0;
    unsigned char version = 0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || !file || !file->pMethods) {
        return 0;
    }
    return file->pMethods->xRead(file, &version, 1, 18) == SQLITE_OK ? version : 0;
}

// Protects against hostile files: the schema cannot call unsafe SQL functions, and SQL cannot write to SQLite's
// internal tables.
static inline void seek_sqlite_harden(sqlite3 *connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

#endif
