import SeekCache
import Testing

@Suite("A cache item")
struct CacheItemTests {
    @Test("counts impossible times and sizes as 0", arguments: [-1, Double.nan, -Double.infinity])
    func clamping(_ odd: Double) {
        let item = CacheItem(key: "key", age: odd, size: -3, idle: odd)
        #expect(item == CacheItem(key: "key", age: 0, size: 0))
    }

    @Test("is idle since it was put where nothing else is said")
    func idle() {
        #expect(CacheItem(key: "key", age: 5, size: 0).idle == 5)
    }

    @Test("differs where the bytes of the key differ")
    func identity() {
        let items = ["é", "e\u{301}"].map { CacheItem(key: $0, age: 0, size: 0) }
        #expect(items[0] != items[1])
        #expect(Set(items).count == 2)
    }
}
