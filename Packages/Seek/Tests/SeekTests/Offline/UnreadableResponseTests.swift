#if os(Linux)
import Foundation
import Seek
import SeekBasics
import SeekIndex
import SeekTestHelpers
import Testing

/// Reading fails while too many files are open. This is a temporary failure, not a missing response.
@Suite("A stored response that cannot be read")
struct UnreadableResponseTests {
    @Test("is reported, and found offline once it can be read")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let failures = Mutex(0)
            // Large enough to be stored in a file.
            let description = (0..<6_000).map { "word\($0)" }.joined(separator: " ")
            let repository: JSONValue = [
                "id": 1, "name": "first", "html_url": "https://github.com/o/first",
                "description": .string(description),
            ]
            let transport = StubTransport([
                stub(.get, "https://api.github.com/search/repositories", returning: .json(["items": [repository]]))
            ])
            var configuration = SeekConfiguration.stubbed(transport)
            configuration.cacheFolder = folder.url
            configuration.client.onStoreFailure = { _ in failures.withLock { $0 += 1 } }
            let seek = SeekClient(configuration)
            _ = try await seek.gitHub.searchRepositories("first")
            #expect(try await seek.offlineSearch("first").totalCount == 1)
            // Simulates a process that ended before it had indexed the response.
            let index = TextIndex(folder: folder.file("index"))
            try await index.remove(sources: Array(index.sources().keys))
            await index.close()

            var originalLimit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &originalLimit)
            var limit = originalLimit
            limit.rlim_cur = 0
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(try await seek.offlineSearch("first").totalCount == 0)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &originalLimit)
            #expect(failures.withLock { $0 } == 1)
            #expect(try await seek.offlineSearch("first").totalCount == 1)
            #expect(failures.withLock { $0 } == 1)
            await seek.close()
        }
    }
}
#endif
