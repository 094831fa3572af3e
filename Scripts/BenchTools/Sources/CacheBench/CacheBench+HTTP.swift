import BenchKit
import Foundation
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekTestHelpers

/// The measurements of the HTTP cache: a fresh response of 35 KB is read, without decoding its body.
extension CacheBench {
    private static let pageSize = 35_000

    /// `http-hit-memory` and `http-hit-disk`: reads a response that is stored in memory, and one that is on disk.
    func httpHits() async throws -> [BenchResult] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let disk = try DiskStore(folder: folder.url)
        let fromMemory = try await httpHit(MemoryStore(costLimit: 1 << 20), .memory)
        let fromDisk = try await httpHit(disk, .disk)
        await disk.close()
        return [
            BenchResult("http-hit-memory", fromMemory, "µs", goal: .valueAtMost(15)),
            BenchResult("http-hit-disk", fromDisk, "µs", goal: .valueAtMost(60)),
        ]
    }

    /// Returns the microseconds per hit.
    private func httpHit(_ store: any DataStore, _ source: Provenance.Source) async throws -> Double? {
        let cache = HTTPCacheMiddleware(store: store, partition: "bench")
        let options = RequestOptions(deadline: .now + .seconds(600), maximumBodySize: 1 << 24)
        guard let url = URL(string: "https://api.example.com/users/octocat/repos?per_page=30") else {
            throw BenchFailure(description: "the URL is invalid")
        }
        let request = HTTPRequest(url: url, headerFields: [.accept: "application/json", .userAgent: "bench"])
        let page = Self.page()
        let server: HTTPHandler = { _, _ throws(NetworkError) in page }
        _ = try await cache.intercept(request, options: options, next: server)
        let count = max(100, load.entries / 5)
        let contestant = Contestant("cache") {
            var hits = 0
            let figures = try await timed(count) {
                for _ in 0..<count {
                    let response = try await cache.intercept(request, options: options, next: server)
                    if response.provenance.source == source, response.body.count == Self.pageSize { hits += 1 }
                }
            }
            guard hits == count else { throw BenchFailure(description: "the cache did not return the stored response") }
            return figures
        }
        return try await compare([contestant], rounds: load.rounds).median(of: contestant.name)
    }

    /// Returns a response like GitHub's, with twenty header fields and a body.
    private static func page() -> HTTPResponse {
        var response = HTTPResponse(body: Data((0..<pageSize).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
        let fields = [
            ("Content-Type", "application/json; charset=utf-8"),
            ("Cache-Control", "private, max-age=3600, s-maxage=60"),
            ("ETag", "W/\"0123456789abcdef0123456789abcdef\""), ("Server", "GitHub.com"),
            ("X-GitHub-Media-Type", "github.v3; format=json"), ("X-RateLimit-Limit", "60"),
            ("X-RateLimit-Remaining", "59"), ("X-RateLimit-Reset", "1800000000"), ("X-RateLimit-Resource", "core"),
            ("X-RateLimit-Used", "1"), ("Access-Control-Allow-Origin", "*"),
            ("Strict-Transport-Security", "max-age=31536000; includeSubdomains; preload"), ("X-Frame-Options", "deny"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "origin-when-cross-origin"),
            ("Content-Security-Policy", "default-src 'none'"), ("X-GitHub-Request-Id", "ABCD:1234:5678:9ABC:DEF0"),
            ("X-XSS-Protection", "0"), ("Content-Length", "\(pageSize)"),
            ("Link", "<https://api.example.com/user/1/repos?page=2>; rel=\"next\""),
        ]
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { response.headerFields.append(HTTPField(name: name, value: value)) }
        }
        return response
    }
}
