#if os(Linux)
import SeekNetworking
import SeekTestHelpers

@testable import SeekRedis

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RedisServer {
    /// Returns a new client, whose timeout does not depend on the load of the machine, and whose claims do not expire.
    func client(_ configure: (inout Redis.Options) -> Void = { _ in }) throws(RedisError) -> Redis {
        try Redis(url: url) { options in
            options.timeout = .seconds(20)
            options.claimLifetime = .seconds(3_600)
            configure(&options)
        }
    }
}

extension SharedWrite {
    /// A response that is fresh for an hour.
    static func text(_ text: String, freshFor: Duration = .seconds(3_600)) -> SharedWrite {
        SharedWrite(bytes: Data(text.utf8), freshFor: freshFor, expiresIn: .seconds(7_200))
    }
}

extension SharedEntry {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension SharedResponseStore {
    /// Begins a fetch of the response of a URL.
    func beginFetch(of key: String, timeout: Duration = .zero) async throws -> SharedFetch {
        try await beginFetch(of: key, generationKey: "\(key)-generation", timeout: timeout)
    }
}
#endif
