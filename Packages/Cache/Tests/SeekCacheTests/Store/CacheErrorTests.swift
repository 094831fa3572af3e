import SeekCache
import Testing

@Suite("A cache error")
struct CacheErrorTests {
    @Test(
        "describes on one line what failed, where, and what to do",
        arguments: [
            (
                .folderUnusable(path: "/a/b", reason: "Not a directory"),
                "cache folder '/a/b' cannot be used: Not a directory; make it writable or choose another folder"
            ),
            (.diskFull(path: "/a"), "no space left for the cache in '/a'; free some space or remove the cache"),
            (.busy(path: "/a"), "cache in '/a' is locked, probably by another process; try again later"),
            (
                .keyTooLong(bytes: 2_000_000),
                "cache key of 2000000 bytes is longer than 1048576; use a hash of it as the key"
            ),
            (
                .failed(operation: "write", path: "/a\nb", reason: "disk I/O error"),
                "cache cannot write in '/a\\nb': disk I/O error; if the problem persists, remove that folder or choose another one"
            ),
        ] as [(CacheError, String)]
    )
    func description(_ error: CacheError, _ line: String) {
        #expect("\(error)" == line)
    }
}
