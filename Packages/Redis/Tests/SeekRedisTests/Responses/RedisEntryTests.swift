import Foundation
import SeekCache
import Testing

@testable import SeekRedis

@Suite("An entry in Redis")
struct RedisEntryTests {
    private static let version = CacheVersion(number: -2)
    private static let trailer = Data("SEEK2\(version.hexadecimal)01763800000000".utf8)

    private func value(_ text: String, key: String = "key") -> Data {
        RedisEntry.body(of: Data(text.utf8), key: key) + Self.trailer
    }

    @Test(
        "contains the bytes, the version and the time at which it was stored",
        arguments: ["", "a", String(repeating: "b", count: 100_000)]
    )
    func roundTrip(text: String) throws {
        let entry = try #require(RedisEntry(value(text), key: "key"))
        #expect(entry.bytes == Data(text.utf8))
        #expect(entry.bytes.startIndex == 0)
        #expect(entry.version == Self.version)
        #expect(entry.storedAt == 1_763_800_000_000)
        #expect(value("").count == RedisEntry.overhead)
    }

    @Test("has a version of 16 digits", arguments: [0, 1, -1, .min, .max, 255])
    func version(number: Int64) throws {
        let digits = CacheVersion(number: number).hexadecimal
        #expect(digits.utf8.count == 16)
        let value = RedisEntry.body(of: Data(), key: "key") + Data("SEEK2\(digits)01763800000000".utf8)
        #expect(RedisEntry(value, key: "key")?.version == CacheVersion(number: number))
        // The scripts accept no other spelling of a version either.
        let upperCase = RedisEntry.body(of: Data(), key: "key") + Data("SEEK2\(digits.uppercased())01763800000000".utf8)
        #expect((RedisEntry(upperCase, key: "key") == nil) == (digits != digits.uppercased()))
    }

    @Test("is not used if a byte of the format version, the checksum or the content has changed")
    func corrupt() {
        let value = value("content")
        // The last 30 bytes are the version and the time, which the checksum does not include.
        for index in value.indices where index < value.count - 30 {
            var changed = value
            changed[index] ^= 1
            #expect(RedisEntry(changed, key: "key") == nil, "byte \(index)")
        }
    }

    @Test("is not used if it is cut off at any length")
    func truncated() {
        let value = value("content")
        for count in 0..<value.count {
            #expect(RedisEntry(value.prefix(count), key: "key") == nil)
            #expect(RedisEntry(Data(value.suffix(count)), key: "key") == nil)
        }
    }

    @Test("is not used under another key")
    func otherKey() {
        #expect(RedisEntry(value("content", key: "other"), key: "key") == nil)
    }

    @Test("is not used with a version or a time that is not a number", arguments: [4, 20])
    func invalidNumber(distanceFromEnd: Int) {
        var value = value("content")
        value[value.count - distanceFromEnd] = UInt8(ascii: "x")
        #expect(RedisEntry(value, key: "key") == nil)
    }
}

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
