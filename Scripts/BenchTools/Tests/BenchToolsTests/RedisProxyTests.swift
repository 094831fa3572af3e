#if os(Linux)
import RedisBaseline
import SeekTestHelpers
import Testing

@testable import FleetStress

@Suite("The proxy between stress tests and Redis", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct RedisProxyTests {
    /// Returns whether each of three reads with hiredis returns a value of five bytes.
    private func hasValue(at socket: String) -> Bool {
        guard let baseline = redis_baseline_make(socket) else { return false }
        defer { redis_baseline_free(baseline) }
        return redis_baseline_get(baseline, "key", 3, 5) == 3
    }

    @Test("the proxy forwards values, and cuts connections only while it causes faults")
    func proxy() async throws {
        let redis = try await RedisServer()
        let folder = try TemporaryFolder()
        let proxy = try RedisProxy(to: redis.path, at: folder.path(of: "proxy.sock"), seed: 1)
        defer { proxy.stop() }
        try redis.execute("SET", "key", "value")
        #expect(hasValue(at: folder.path(of: "proxy.sock")))
        proxy.causesFaults = true
        let baseline = try #require(redis_baseline_make(folder.path(of: "proxy.sock")))
        #expect(redis_baseline_get(baseline, "key", 1_000, 5) < 1_000)
        redis_baseline_free(baseline)
        proxy.causesFaults = false
        #expect(hasValue(at: folder.path(of: "proxy.sock")))
    }
}
#endif
