#if os(Linux)
import Foundation
import Seek
import SeekNetworking
import SeekIndex
import SeekBasics
import SeekTestHelpers
import Testing

/// Searches on a file system that is full.
@Suite("On a full disk", .enabled(if: SmallDisk.isPermitted, "file systems cannot be mounted: run as root"))
struct FullDiskTests {
    private let disk: SmallDisk
    private let failures = Failures()
    private let seek: SeekClient

    init() throws {
        disk = try SmallDisk(size: 2 << 20)
        let repositories = "https://api.github.com/search/repositories"
        let repositoryStub = stub(.get, repositories, returning: .closure(Self.repositoryPage))
        var configuration = SeekConfiguration.stubbed(StubTransport([repositoryStub]))
        configuration.cacheFolder = disk.url.appending(path: "cache")
        configuration.client.onStoreFailure = { [failures] in failures.append($0) }
        seek = SeekClient(configuration)
    }

    /// Returns a repository with the requested name and a description that is larger than a page of the database.
    private static func repositoryPage(_ request: HTTPRequest) -> HTTPResponse {
        let name = request.url.query()?.split(separator: "&").first.map { String($0.dropFirst(2)) } ?? ""
        return HTTPResponse(json: [
            "items": [
                [
                    "id": .number(Double(name.utf8.first ?? 0)), "name": .string(name),
                    "html_url": .string("https://github.com/o/\(name)"),
                    "description": .string((0..<1_500).map { "\(name)\($0)" }.joined(separator: " ")),
                ]
            ]
        ])
    }

    private func search(_ name: String) async throws -> [String] {
        try await seek.gitHub.searchRepositories(GitHubQuery(name)).items.map(\.name)
    }

    private func offline(_ name: String) async throws -> [String] {
        try await seek.offlineSearch(name).hits.map(\.hit.title)
    }

    @Test("a search succeeds and the full disk is reported; a search repeated with free space has offline results")
    func fullDisk() async throws {
        #expect(try await search("first") == ["first"])
        #expect(try await offline("first") == ["first"])
        #expect(failures.drain().isEmpty)

        try disk.fill()
        #expect(try await search("second") == ["second"])
        await seek.close()
        let errors = failures.drain()
        #expect(Set(errors.map(\.isDiskFull)) == [true], "\(errors)")
        #expect(try await offline("first") == ["first"])

        try disk.makeRoom()
        #expect(try await offline("first") == ["first"])
        #expect(try await search("third") == ["third"])
        #expect(try await offline("third") == ["third"])
        #expect(try await search("second") == ["second"])
        #expect(try await offline("second") == ["second"])
        #expect(failures.drain().isEmpty)
        await seek.close()
    }

    @Test("a stored response that cannot be indexed is reported, and indexed once there is free space")
    func storedWithoutIndexing() async throws {
        #expect(try await search("first") == ["first"])
        #expect(try await offline("first") == ["first"])
        // The response takes 48 KiB in the cache's files, and its words more than 24 KiB in the index's.
        try disk.fill(leaving: 60 << 10)
        #expect(try await search("second") == ["second"])
        await seek.close()
        let errors = failures.drain()
        #expect(errors.map { $0 is IndexError && $0.isDiskFull } == [true], "\(errors)")

        try disk.makeRoom()
        #expect(try await offline("second") == ["second"])
        #expect(failures.drain().isEmpty)
        await seek.close()
    }

    @Test("an offline search throws an error if the files cannot be opened, and succeeds once there is free space")
    func closedFiles() async throws {
        _ = try await search("first")
        await seek.close()
        // Leaves no space, not even for SQLite's wal-index.
        try disk.fill()
        let error = await #expect(throws: OfflineSearchError.self) { try await offline("first") }
        #expect(error?.isDiskFull == true)
        #expect(failures.drain().isEmpty)
        try disk.makeRoom()
        #expect(try await offline("first") == ["first"])
        await seek.close()
    }

    @Test("responses that were indexed earlier are found, and the search reports the full disk once")
    func missingFromIndex() async throws {
        for name in ["first", "second"] { _ = try await search(name) }
        #expect(try await offline("second") == ["second"])
        await seek.close()
        // Simulates a process that ended before it had indexed the second response.
        let index = TextIndex(folder: disk.url.appending(path: "cache/index"))
        try await index.remove(sources: index.sources().keys.filter { $0.contains("q=second") })
        await index.close()

        // Leaves only the space that the wal-indexes of both databases need.
        try disk.fill(leaving: 80 << 10)
        #expect(try await offline("first") == ["first"])
        let errors = failures.drain()
        #expect(errors.map(\.isDiskFull) == [true], "\(errors)")
        #expect(try await offline("second").isEmpty)

        try disk.makeRoom()
        // Discards what the second search may have reported.
        _ = failures.drain()
        #expect(try await offline("second") == ["second"])
        #expect(failures.drain().isEmpty)
        await seek.close()
    }
}

/// The failures of a client's stores.
private final class Failures: Sendable {
    private let list = Mutex<[any Error]>([])

    func append(_ error: any Error) { list.withLock { $0.append(error) } }

    /// Returns the failures since the last call.
    func drain() -> [any Error] {
        list.withLock { errors in
            defer { errors = [] }
            return errors
        }
    }
}

extension Error {
    fileprivate var isDiskFull: Bool {
        switch self as any Error {
        case CacheError.diskFull, IndexError.diskFull, OfflineSearchError.cache(.diskFull),
            OfflineSearchError.index(.diskFull):
            true
        default: false
        }
    }
}
#endif
