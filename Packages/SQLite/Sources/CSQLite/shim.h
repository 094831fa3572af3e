#ifndef SEEK_CSQLITE_SHIM_H
#define SEEK_CSQLITE_SHIM_H

// SQLite's own header, and typed functions where its API is variadic or made of macros Swift cannot see.

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer. No bytes at all would bind NULL; here they bind an empty blob.
static inline int seek_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_int64 count) {
    if (count == 0) {
        return sqlite3_bind_zeroblob(statement, index, 0);
    }
    return sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT);
}

// The same for a text in UTF-8.
static inline int seek_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_int64 count) {
    return sqlite3_bind_text64(
        statement, index, count == 0 ? "" : (const char *)bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Whether the file this connection has open no longer stands under its name.
static inline int seek_sqlite_has_moved(sqlite3 *connection) {
    int moved = 0;
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved;
}

// The write version in the file's header (https://sqlite.org/fileformat.html, 1.3.3), read by the connection's own descriptor; 0 where
// there is no header yet.
static inline int seek_sqlite_write_version(sqlite3 *connection) {
    sqlite3_file *file = 0;
    unsigned char version = 0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || !file || !file->pMethods) {
        return 0;
    }
    return file->pMethods->xRead(file, &version, 1, 18) == SQLITE_OK ? version : 0;
}

// A database file may come from anywhere: nothing in its schema is run, and no SQL can write to SQLite's own tables.
static inline void seek_sqlite_distrust_file(sqlite3 *connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

#endif
