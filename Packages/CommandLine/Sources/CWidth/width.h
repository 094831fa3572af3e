#pragma once

#include <wchar.h>

// glibc's <wchar.h> declares wcwidth only if _XOPEN_SOURCE is defined before the first include, which a module cannot ensure.
extern int wcwidth(wchar_t character);

/// Returns the number of columns of a character in the thread's locale, or -1 if it is not printable.
static inline int seek_character_width(wchar_t character) { return wcwidth(character); }
