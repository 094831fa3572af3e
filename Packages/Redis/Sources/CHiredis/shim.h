#ifndef SEEK_CHIREDIS_SHIM_H
#define SEEK_CHIREDIS_SHIM_H

// The connection and the parser of replies of hiredis (https://github.com/redis/hiredis).

#ifdef __linux__
#include <hiredis/hiredis.h>
#endif

#endif
