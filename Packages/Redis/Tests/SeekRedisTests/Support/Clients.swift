#if os(Linux)
import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers

@testable import SeekRedis

extension RedisServer {
    /// Returns a new client, by default with a timeout for a heavily loaded machine and claims that outlast a test.
    func client(_ configure: (inout Redis.Options) -> Void = { _ in }) throws(RedisError) -> Redis {
        try Redis(url: url) { options in
            options.timeout = .seconds(20)
            options.claimLifetime = .seconds(3_600)
            configure(&options)
        }
    }
}

extension SharedWrite {
    /// Returns a response that is fresh for an hour by default.
    static func text(_ text: String, freshFor: Duration = .seconds(3_600)) -> SharedWrite {
        SharedWrite(bytes: Data(text.utf8), freshFor: freshFor, expiresIn: .seconds(7_200))
    }
}

extension SharedEntry {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension SharedResponseStore {
    /// Begins a fetch, with a generation key that belongs to the key of the response.
    func beginFetch(of key: String, timeout: Duration = .zero) async throws -> SharedFetch {
        try await beginFetch(of: key, generationKey: "\(key)-generation", timeout: timeout)
    }
}

/// What a client's handler for removals received: the generation keys of the invalidated URLs, and nil if all local
/// copies must be dropped.
final class Removals: Sendable {
    private let keys = Mutex<[String?]>([])
    var received: [String?] { keys.withLock { $0 } }

    init(of redis: Redis) {
        redis.onRemoval { [weak self] key in self?.keys.withLock { $0.append(key) } }
    }
}
#endif
