#if os(Linux)
import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
import SeekRedis
import SeekTestHelpers

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

extension SharedRecordStore {
    /// Stores a record for two hours by default.
    @discardableResult
    func put(
        _ text: String,
        for key: String,
        if condition: PutCondition = .always,
        for lifetime: TimeInterval = 7_200
    ) async throws -> CacheVersion? {
        try await put(Data(text.utf8), for: key, expiresAt: Date() + lifetime, if: condition)
    }

    /// Returns the stored text.
    func text(of key: String) async throws -> String? {
        try await value(for: key).map { String(decoding: $0.data, as: UTF8.self) }
    }

    /// Takes the turn to fetch a record of which none is stored.
    func beginFetch(of key: String, waiting timeout: Duration = .zero) async throws -> FetchTurn {
        try await beginFetch(of: key, at: nil, waiting: timeout)
    }

    func endFetch(of key: String, _ turn: FetchTurn) async throws {
        if let token = turn.token { try await endFetch(of: key, token: token) }
    }

    /// Replaces a record by one that contains a text, and announces it.
    @discardableResult
    func invalidate(_ key: String, if condition: PutCondition = .always) async throws -> CacheVersion? {
        try await invalidate(key, with: Data("invalid".utf8), expiresAt: Date() + 7_200, if: condition)
    }
}

extension FetchTurn {
    /// The token of a turn that was granted.
    var token: String? { if case .granted(let token) = self { token } else { nil } }
}

/// What a client's handler for removals received: the keys of the invalidated records, and nil if all local
/// copies must be dropped.
final class Removals: Sendable {
    private let keys = Mutex<[String?]>([])
    var received: [String?] { keys.withLock { $0 } }

    init(of redis: Redis) {
        redis.onRemoval { [weak self] key in self?.keys.withLock { $0.append(key) } }
    }
}
#endif
