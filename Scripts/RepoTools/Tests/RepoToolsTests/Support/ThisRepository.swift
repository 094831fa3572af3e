import Foundation
import SeekBasics

/// The repository that contains these tests, if it is Seek and not one that has copied the tools.
enum ThisRepository {
    static let root: String? = {
        guard let end = #filePath.range(of: "/Scripts/RepoTools/")?.lowerBound else { return nil }
        let root = String(#filePath[..<end])
        let isSeek = ["/.github/workflows/ci.yml", "/Scripts/ci"].allSatisfy {
            FileManager.default.fileExists(atPath: root + $0)
        }
        return isSeek ? root : nil
    }()

    /// The files that are tracked, or untracked and not ignored, relative to the root.
    static func files() throws -> [String] {
        let list = try Program.output(["git", "-C", root ?? "/", "ls-files", "-z", "-co", "--exclude-standard"])
        return list.split(separator: "\0").map(String.init).filter(exists)
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root ?? "")/\(path)") }

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root ?? "")/\(path)", encoding: .utf8)
    }
}
