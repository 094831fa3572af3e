import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekNetworking

/// A store that spans several servers places all entries of a group on one of them. The generation of a URL is a number
/// that each invalidation replaces.
@Suite("The group of a response key")
struct ResponseKeyTests {
    private let key = CacheKey(
        HTTPRequest(url: url("https://api.example/search?q=a"), headerFields: [.authorization: "Bearer a"]),
        CacheKey.Rules(partition: "user")
    )

    @Test("the response, its variants, its partial response and the generation of one URL are in one group")
    func oneURL() throws {
        let responseKey = try #require(key.responseKey(in: 1))
        // The last is the key of a variant.
        for storedKey in [responseKey, CacheKey.partialResponseKey(for: responseKey), "\(responseKey)\n12\nabc"] {
            #expect(ResponseKey.group(of: storedKey) == ResponseKey.group(of: key.generationKey))
        }
    }

    @Test("the keys of one URL in two partitions are in different groups")
    func partitions() {
        let other = CacheKey(request("https://api.example/search?q=a"), CacheKey.Rules(partition: "other"))
        #expect(ResponseKey.group(of: other.generationKey) != ResponseKey.group(of: key.generationKey))
    }

    @Test("partitions with composed and decomposed letters are different, although the strings are equal")
    func canonicalEquivalence() {
        let keys = ["jos\u{E9}", "jose\u{301}"].map {
            CacheKey(request("https://api.example/search?q=a"), CacheKey.Rules(partition: $0)).generationKey
        }
        #expect(keys[0] != keys[1])
    }

    @Test("a key that the middleware did not create is its own group")
    func otherKey() {
        #expect(ResponseKey.group(of: "a\nb\nc\nd\ne") == "a\nb\nc\nd\ne")
    }
}
