import Foundation
import Seek
import SeekTestHelpers
import Testing

/// The files of the quota and of saved searches, in a folder that another user owns or can write to.
@Suite("A state folder")
struct StateFileTests {
    private static let isRoot = geteuid() == 0
    private static let requirement: Comment = "a file of another user is needed: run as root"

    private let parent: TemporaryFolder
    private let folder: URL

    init() throws {
        parent = try TemporaryFolder()
        folder = parent.file("state")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private func reserve() async throws {
        let store = FileQuotaStore(file: folder.appending(path: "quota.json"))
        _ = try await store.update { ledger in
            ledger.reserve(
                1,
                of: QuotaBucket(name: "b", limit: 40),
                for: "k",
                at: Date(timeIntervalSince1970: 1_795_000_000)
            )
        }
    }

    private func save() async throws {
        let store = SavedSearchStore(file: folder.appending(path: "saved.json"))
        try await store.add(SavedSearch(name: "a", query: FederatedQuery("swift")), replacing: true)
    }

    /// Returns the errors of the quota store and the saved searches, if their files cannot be used.
    private func problems() async -> [String] {
        var problems: [String] = []
        do { try await reserve() } catch { problems.append("\(error)") }
        do { try await save() } catch { problems.append("\(error)") }
        return problems
    }

    @Test("that other users can write to is rejected; the error contains the command that corrects it")
    func writableFolder() async throws {
        chmod(folder.path, 0o777)
        let problems = await problems()
        #expect(problems.count == 2)
        for problem in problems { #expect(problem.contains("run: chmod go-w '\(folder.path)'"), "\(problem)") }
    }

    @Test(
        "with a file that other users can write to is rejected; the error contains the command that corrects it",
        arguments: ["", ".lock"]
    )
    func writableFile(suffix: String) async throws {
        #expect(await problems() == [])
        for name in ["quota.json", "saved.json"] { chmod(folder.appending(path: name + suffix).path, 0o666) }
        let problems = await problems()
        #expect(problems.count == 2)
        for problem in problems { #expect(problem.contains("chmod go-w '\(folder.path)/"), "\(problem)") }
    }

    @Test(
        "of another user, or with files of another user, is rejected",
        .enabled(if: isRoot, requirement),
        arguments: ["", "/quota.json", "/saved.json.lock"]
    )
    func foreign(path: String) async throws {
        #expect(await problems() == [])
        chown(folder.path + path, 65_534, 65_534)
        let problems = await problems()
        #expect(problems.count == (path.isEmpty ? 2 : 1))
        for problem in problems { #expect(problem.contains("belongs to another user (uid 65534)"), "\(problem)") }
    }
}
