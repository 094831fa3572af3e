#if os(Linux)
import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekRedis
import SeekTestHelpers
import Testing

@Suite("Machines that share a Redis", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct CommandRedisTests {
    private let folder: TemporaryFolder
    private let transport = StubTransport([
        stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"]))),
        stub(.get, "https://api.github.com/rate_limit", returning: .json(["resources": [:]])),
    ])

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command with the cache and state folders of a machine.
    private func run(_ arguments: String..., on machine: String, redis url: String) async -> Outcome {
        await run(arguments, on: machine, redis: url)
    }

    private func run(_ arguments: [String], on machine: String, redis url: String) async -> Outcome {
        let environment = [
            "YOUTUBE_API_KEY": "k", "SEEK_CACHE_DIR": folder.path(of: "\(machine)/cache"),
            "SEEK_STATE_DIR": folder.path(of: "\(machine)/state"), "SEEK_REDIS_URL": url,
        ]
        return await runCommand(arguments, environment: environment) { [transport] configuration in
            configuration.client.transport = transport
            // Long enough for a heavily loaded machine.
            if configuration.sharedBackend is Redis {
                configuration.sharedBackend = try? Redis(url: url) { $0.timeout = .seconds(60) }
            }
        }
    }

    @Test("share responses and the quota")
    func sharedResponsesAndQuota() async throws {
        let server = try await RedisServer()
        let first = await run("videos", "swift", "-v", on: "a", redis: server.url)
        #expect(first.messages == "seek: page 1: 1 video from network, cost 1 call\n")
        let second = await run("videos", "swift", "-v", on: "b", redis: server.url)
        #expect(second.output == first.output)
        #expect(second.messages.hasPrefix("seek: page 1: 1 video from shared, "), "\(second.messages)")
        #expect(second.messages.hasSuffix(" s old, cost 0 calls\n"))
        let quota = await run("quota", "--json", "quota,used", on: "c", redis: server.url)
        #expect(quota.output.contains(#"{"quota":"youtube.search","used":1}"#), "\(quota)")
    }

    @Test("show the statistics of Redis")
    func redisStatistics() async throws {
        let server = try await RedisServer(["--maxmemory", "64mb"])
        _ = await run("videos", "swift", on: "a", redis: server.url)
        let json = await run("cache", "stats", "--json", on: "b", redis: server.url)
        let shared = try JSONDecoder().decode(JSONValue.self, from: Data(json.output.utf8))["redis"]
        #expect(try #require(shared["keys"].integer) > 0)
        #expect(try #require(shared["usedBytes"].integer) > 0)
        #expect(shared["maximumBytes"].integer == 64 << 20)
        #expect(shared["evictedKeys"].integer == 0)
        let list = await run("cache", "stats", on: "b", redis: server.url)
        #expect(list.output.contains("Redis limit\t67.1 MB\n"), "\(list.output)")
    }

    @Test("remove the shared responses only with --shared")
    func sharedCleaning() async throws {
        let server = try await RedisServer()
        _ = await run("videos", "swift", on: "a", redis: server.url)
        let local = await run("cache", "clean", "--all", on: "a", redis: server.url)
        #expect(
            local.messages.hasSuffix(
                "seek: the responses in Redis remain; to remove them for all machines, add --shared\n"
            ),
            "\(local)"
        )
        let shared = await run("videos", "swift", "-v", on: "a", redis: server.url)
        #expect(shared.messages.contains("from shared"), "\(shared)")
        let removed = await run("cache", "clean", "--all", "--shared", on: "a", redis: server.url)
        #expect(removed.status == .success)
        let lines = removed.messages.split(separator: "\n")
        #expect(lines.first == "seek: removed all responses from Redis at \(server.path)")
        #expect(lines.count == 2)
        let fetched = await run("videos", "swift", "-v", on: "a", redis: server.url)
        #expect(fetched.messages.contains("from network"), "\(fetched)")
        // The count of the quota remains.
        let quota = await run("quota", "--json", "quota,used", on: "b", redis: server.url)
        #expect(quota.output.contains(#"{"quota":"youtube.search","used":2}"#), "\(quota)")
    }

    @Test("check a credential with the server, even if Redis has a response to the same request")
    func credentialCheck() async throws {
        let server = try await RedisServer()
        let url = "https://www.googleapis.com/youtube/v3/videos:batchGetStats"
        let rejection = StubResponse.json(file: "youtube/error_key_invalid", status: 400)
        transport.add(stub(.get, url, times: 2, returning: .sequence([.json(["items": []]), rejection])))
        #expect(await run("auth", "status", on: "a", redis: server.url).output.hasPrefix("YouTube\tvalid"))
        #expect(await run("auth", "status", on: "a", redis: server.url).output.hasPrefix("YouTube\trejected"))
    }

    @Test("remove no shared responses if --max-size is invalid")
    func cleaningWithInvalidSize() async throws {
        let server = try await RedisServer()
        _ = await run("videos", "swift", on: "a", redis: server.url)
        let outcome = await run("cache", "clean", "--shared", "--max-size", "10X", on: "a", redis: server.url)
        #expect(outcome.status == .usage)
        let shared = await run("videos", "swift", "-v", on: "b", redis: server.url)
        #expect(shared.messages.contains("from shared"), "\(shared)")
    }

    @Test("remove the shared responses from a Redis that is full")
    func cleaningFullRedis() async throws {
        let server = try await RedisServer(["--maxmemory", "1"])
        let outcome = await run("cache", "clean", "--shared", on: "a", redis: server.url)
        #expect(outcome.status == .success)
        #expect(outcome.messages.hasPrefix("seek: removed all responses from Redis at "), "\(outcome.messages)")
    }

    @Test("fail to remove the shared responses if no Redis is configured, or if it is unavailable")
    func cleanFailures() async {
        let withoutRedis = await run("cache", "clean", "--shared", on: "a", redis: "")
        #expect(
            withoutRedis
                == Outcome(
                    status: .usage,
                    output: "",
                    messages: "seek: --shared requires a Redis; set SEEK_REDIS_URL\n"
                )
        )
        let missing = folder.path(of: "missing.sock")
        let unavailable = await run("cache", "clean", "--shared", on: "a", redis: "unix://\(missing)")
        #expect(unavailable.status == .failure)
        let problem = "seek: the responses in Redis were not removed: Redis at \(missing) is unavailable: "
        #expect(unavailable.messages.hasPrefix(problem), "\(unavailable)")
        #expect(
            unavailable.messages.contains("\nseek: removed 0 of "),
            "the responses on this machine are cleaned: \(unavailable)"
        )
    }

    @Test("continue without Redis, with one warning")
    func searchDuringOutage() async throws {
        let url = "unix://:S3CRET@\(folder.path(of: "missing.sock"))"
        let videos = await run("videos", "swift", "-v", on: "a", redis: url)
        #expect(videos.status == .success)
        #expect(videos.output.hasPrefix("v0\t"))
        let problem =
            "seek: warning: Redis at \(folder.path(of: "missing.sock")) is unavailable: No such file or directory; "
        let remedy = "check that it runs and can be reached, or correct SEEK_REDIS_URL\n"
        #expect(
            videos.messages.hasPrefix(
                problem + "searches continue with the local cache and a limited quota; " + remedy
            ),
            "\(videos.messages)"
        )
        #expect(videos.messages.split(separator: "\n").count == 2, "\(videos.messages)")
        let stats = await run("cache", "stats", "--json", on: "a", redis: url)
        #expect(stats.status == .success)
        #expect(stats.output.contains(#""redis":null"#))
        #expect(stats.messages == problem + remedy)
        for outcome in [videos, stats] { #expect(!outcome.messages.contains("S3CRET")) }
    }

    @Test("explain during an outage that their share of the quota is used up, and mark the counts as local")
    func usedShare() async {
        let url = "unix://\(folder.path(of: "missing.sock"))"
        for index in 0..<10 {
            #expect(await run("videos", "text \(index)", on: "a", redis: url).status == .success)
        }
        let outcome = await run("videos", "swift", on: "a", redis: url)
        #expect(outcome.status == .failure)
        #expect(
            outcome.messages.hasSuffix(
                "seek: YouTube: the shared count of youtube.search is unavailable, and this machine has used its share "
                    + "of the quota (10); 90 are left today; repair Redis\n"
            ),
            "\(outcome)"
        )
        let quota = await run("quota", "--json", "quota,used,local", on: "a", redis: url)
        #expect(quota.output.contains(#"{"local":true,"quota":"youtube.search","used":10}"#), "\(quota)")
        let warning =
            "seek: warning: the shared count in Redis cannot be read; YouTube's figures are those of this machine "
            + "(local)\n"
        #expect(quota.messages.contains(warning), "\(quota)")
        let dryRun = await run("videos", "new", "--dry-run", on: "a", redis: url)
        #expect(dryRun.messages.contains(warning), "\(dryRun)")
    }

    @Test("still count the calls made during an outage when SEEK_REDIS_URL is no longer set")
    func abandonedRedis() async {
        for text in ["rust", "swift"] {
            _ = await run("videos", text, on: "a", redis: "unix://\(folder.path(of: "missing.sock"))")
        }
        let quota = await run("quota", "--json", "quota,used", on: "a", redis: "")
        #expect(quota.output.contains(#"{"quota":"youtube.search","used":2}"#), "\(quota)")
    }

    @Test(
        "do not contact Redis for commands that send no request",
        arguments: ["saved list", "search --offline swift"]
    )
    func unusedRedis(command: String) async {
        _ = await run("videos", "swift", on: "a", redis: "")
        let url = "unix://\(folder.path(of: "missing.sock"))"
        let outcome = await run(command.words, on: "a", redis: url)
        #expect(outcome.status == .success)
        #expect(!outcome.messages.contains("Redis"), "\(outcome.messages)")
    }

    @Test("do not add the calls made during an outage to the shared count later")
    func outageCalls() async throws {
        let server = try await RedisServer()
        _ = await run("videos", "swift", on: "a", redis: server.url)
        server.kill()
        _ = await run("videos", "rust", on: "a", redis: server.url)
        try await server.start()
        // The server has lost its data. A new count permits no calls before the time in `opens`, a second later.
        _ = await run("videos", "swift", on: "a", redis: server.url)
        let names = try server.execute("KEYS", "seek:*:quota:????-??-??").split(separator: "\n").map(String.init)
        for name in names { try server.execute("HSET", name, "opens", "0") }
        _ = await run("videos", "swift", on: "a", redis: server.url)
        let search = try #require(names.first { $0.contains("youtube.search") })
        #expect(try server.execute("HGET", search, "used") == "1")
    }

    @Test("with --record, count the calls in Redis, but do not read responses from Redis")
    func recordedCalls() async throws {
        let server = try await RedisServer()
        for machine in ["a", "b"] {
            let path = folder.path(of: "\(machine).har")
            let outcome = await run("videos", "swift", "--record", path, on: machine, redis: server.url)
            #expect(outcome.messages == "seek: recorded 1 exchange in \(path)\n")
        }
        let quota = await run("quota", "--json", "quota,used", on: "c", redis: server.url)
        #expect(quota.output.contains(#"{"quota":"youtube.search","used":2}"#))
    }

    @Test(
        "reject an address that cannot be used, and do not print its password",
        arguments: [
            ("redis.example", "it must begin with redis:// or unix://"),
            ("rediss://:S3CRET@redis.example", "TLS"), ("redis://:S3CRET@redis.example:0", "the port must be"),
        ]
    )
    func invalidAddress(url: String, reason: String) async throws {
        let outcome = await run("videos", "swift", on: "a", redis: url)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: SEEK_REDIS_URL is invalid: "), "\(outcome.messages)")
        #expect(outcome.messages.contains(reason), "\(outcome.messages)")
        #expect(!outcome.messages.contains("S3CRET"))
        #expect(transport.received.isEmpty)
    }

    @Test(
        "describe an invalid address, and do not redact the advice",
        arguments: [
            ("unix://", "such as unix:///run/redis.sock; for"), ("unix:///", "such as unix:///run/redis.sock; for"),
            ("redis://:p%a@ss:w/d#1@127.0.0.1:7391", "write / # @ : and % as %2F %23 %40 %3A and %25"),
        ]
    )
    func addressAdvice(url: String, advice: String) async {
        let outcome = await run("videos", "swift", on: "a", redis: url)
        #expect(outcome.messages.contains(advice), "\(outcome.messages)")
    }

    @Test("report that Redis requires a password, and in which setting to write it")
    func missingPassword() async throws {
        let server = try await RedisServer(["--requirepass", "S3CRET"])
        let file = try folder.writePrivate("redis-url = \(server.url)\n", to: "config")
        let environment = ["SEEK_CONFIG": file, "SEEK_CACHE_DIR": folder.path(of: "cache")]
        let stats = await runCommand(["cache", "stats"], environment: environment) { configuration in
            configuration.sharedBackend = try? Redis(url: server.url) { $0.timeout = .seconds(60) }
        }
        #expect(
            stats.messages == "seek: warning: Redis at \(server.path) requires a password; add it to redis-url in the "
                + "configuration file, as :PASSWORD@ before the host or path\n"
        )
    }

    @Test("ignore white space around the address, and treat an empty address as unset", arguments: [" ", "", "\t"])
    func surroundingWhiteSpace(url: String) async {
        let outcome = await run("videos", "swift", "-v", on: "a", redis: url)
        #expect(outcome.messages == "seek: page 1: 1 video from network, cost 1 call\n")
        let list = await runCommand(["config", "list"], environment: ["SEEK_REDIS_URL": " redis://h \n"])
        #expect(list.output.contains("redis-url\th:6379\tenvironment"), "\(list)")
    }

    @Test("show the host of the address, but not the password")
    func listedAddress() async throws {
        let environment = ["SEEK_REDIS_URL": "redis://me:S3CRET@cache.example:7000/2"]
        for arguments in [["config", "list"], ["config", "list", "--json"]] {
            let list = await runCommand(arguments, environment: environment)
            #expect(list.output.contains("cache.example:7000/2"), "\(list)")
            #expect(!list.output.contains("S3CRET"))
        }
    }

    @Test("use the address in the environment if the one in the configuration file is invalid")
    func overridingVariable() async throws {
        let file = try folder.writePrivate("redis-url = nonsense\n", to: "config")
        for (url, status) in [("", CommandStatus.usage), ("redis://127.0.0.1:1", .success)] {
            let environment = ["YOUTUBE_API_KEY": "k", "SEEK_CONFIG": file, "SEEK_REDIS_URL": url]
            let outcome = await runCommand(["videos", "swift", "--dry-run"], environment: environment) {
                $0.client.transport = transport
            }
            #expect(outcome.status == status, "\(outcome)")
        }
    }

    @Test("reject a prefix that cannot be used")
    func invalidPrefix() async throws {
        let outcome = await runCommand(["quota"], environment: ["SEEK_REDIS_PREFIX": "a b"])
        #expect(outcome.status == .usage)
        #expect(
            outcome.messages.hasPrefix("seek: SEEK_REDIS_PREFIX must not be empty or contain spaces"),
            "\(outcome.messages)"
        )
    }
}
#endif
