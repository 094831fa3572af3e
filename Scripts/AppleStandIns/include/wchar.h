// What the packages use of Apple's <wchar.h>.
typedef int wchar_t;
int wcwidth(wchar_t character);
