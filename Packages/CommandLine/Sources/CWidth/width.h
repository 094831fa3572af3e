#pragma once

#include <wchar.h>

// POSIX has it in <wchar.h>, where glibc shows it only to those who define _XOPEN_SOURCE before anything else: too late for a
// module that shares its headers.
extern int wcwidth(wchar_t character);

/// The columns of a character on a terminal by the thread's locale; -1 where it has none.
static inline int seek_character_width(wchar_t character) { return wcwidth(character); }
