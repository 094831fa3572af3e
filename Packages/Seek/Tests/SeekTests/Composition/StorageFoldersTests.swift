import Foundation
import Testing

@testable import Seek

@Suite("Storage folders")
struct StorageFoldersTests {
    struct Row: CustomTestStringConvertible {
        var platform: StorageFolders.Platform
        var environment: [String: String]
        var cache: String?
        var state: String?

        var testDescription: String { "\(platform), \(environment.sorted { $0.key < $1.key })" }
    }

    static let rows: [Row] = [
        Row(platform: .linux, environment: ["HOME": "/h"], cache: "/h/.cache/seek", state: "/h/.local/state/seek"),
        Row(
            platform: .linux,
            environment: ["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "/s"],
            cache: "/c/seek",
            state: "/s/seek"
        ),
        Row(
            platform: .linux,
            environment: ["HOME": "/h", "XDG_CACHE_HOME": "c", "XDG_STATE_HOME": ""],
            cache: "/h/.cache/seek",
            state: "/h/.local/state/seek"
        ),
        Row(platform: .linux, environment: [:], cache: nil, state: nil),
        Row(platform: .linux, environment: ["HOME": ""], cache: nil, state: nil),
        Row(
            platform: .macOS,
            environment: ["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "/s"],
            cache: "/h/Library/Caches/seek",
            state: "/h/Library/Application Support/seek"
        ),
        Row(platform: .macOS, environment: [:], cache: nil, state: nil),
        Row(platform: .tvOS, environment: ["HOME": "/h"], cache: "/app/Caches/seek", state: "/app/Caches/seek"),
        Row(platform: .tvOS, environment: [:], cache: "/app/Caches/seek", state: "/app/Caches/seek"),
        Row(platform: .otherApple, environment: ["HOME": "/h"], cache: "/app/Caches/seek", state: "/app/Support/seek"),
        Row(platform: .otherApple, environment: [:], cache: "/app/Caches/seek", state: "/app/Support/seek"),
    ]

    private let system = StorageFolders.SystemFolders(
        caches: URL(filePath: "/app/Caches", directoryHint: .isDirectory),
        applicationSupport: URL(filePath: "/app/Support", directoryHint: .isDirectory)
    )

    @Test("follow the platform's rules", arguments: rows)
    func folders(row: Row) {
        let folders = StorageFolders(for: row.platform, environment: row.environment, system: system)
        #expect(folders.cache?.path == row.cache)
        #expect(folders.state?.path == row.state)
    }

    @Test("are set by environment variables on every platform", arguments: StorageFolders.Platform.allCases)
    func variables(platform: StorageFolders.Platform) {
        let environment = ["HOME": "/h", "SEEK_CACHE_DIR": "/mine/c", "SEEK_STATE_DIR": "/mine/s"]
        let folders = StorageFolders(for: platform, environment: environment, system: system)
        #expect(folders.cache?.path == "/mine/c")
        #expect(folders.state?.path == "/mine/s")
    }

    @Test("of a configuration are those of this platform")
    func configuration() throws {
        let environment = ["HOME": "/h"]
        let folders = StorageFolders(for: .current, environment: environment, system: .current)
        let configuration = try SeekConfiguration(environment: environment)
        #expect(configuration.cacheFolder == folders.cache)
        #expect(configuration.stateFolder == folders.state)
    }
}
