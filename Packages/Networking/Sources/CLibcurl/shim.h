#ifndef SEEK_CLIBCURL_SHIM_H
#define SEEK_CLIBCURL_SHIM_H

#include <curl/curl.h>

#endif
