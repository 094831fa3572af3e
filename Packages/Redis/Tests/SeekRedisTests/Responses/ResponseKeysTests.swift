import Testing

@testable import SeekRedis

@Suite("The names of keys in Redis")
struct ResponseKeysTests {
    private let keys = ResponseKeys(prefix: "seek")
    private let response = "http5\nuser\nabc\nhttps://api.example/search?q={a}"

    /// Returns the hash tag, which determines the slot of a key in a cluster.
    private func tag(_ name: String) -> Substring? {
        guard let start = name.firstIndex(of: "{"), let end = name[start...].firstIndex(of: "}") else { return nil }
        return name[start...end]
    }

    @Test("a record and its claim are in one slot")
    func slot() {
        let tags = [keys.entry(response), keys.claim(response)].map(tag)
        #expect(Set(tags).count == 1)
        // Redis ignores the empty tag `{}`.
        #expect(tags[0]?.count ?? 0 > 2)
    }

    @Test("different keys have different names, and other records have other hash tags")
    func names() {
        let other = response + "b"
        #expect(Set([keys.entry(response), keys.claim(response), keys.entry(other)]).count == 3)
        #expect(tag(keys.entry(response)) != tag(keys.entry(other)))
    }

    @Test("characters with a meaning in patterns are escaped")
    func pattern() {
        #expect(ResponseKeys(prefix: "a*[b]?").pattern == #"a\*\[b\]\?:{*}:response*"#)
    }
}
