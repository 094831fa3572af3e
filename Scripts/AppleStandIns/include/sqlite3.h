// SQLite's interface is the same on Apple's platforms.
#include "/usr/include/sqlite3.h"
