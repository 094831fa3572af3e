import Foundation

/// The folder `.build` of the repository: tests store images in `reports/web`, and `Scripts/bootstrap --browser` stores
/// tools in `browser-tools`.
enum BuildFolder {
    private static let url = (0..<7).reduce(URL(fileURLWithPath: #filePath)) { path, _ in
        path.deletingLastPathComponent()
    }
    .appendingPathComponent(".build")

    /// Stores a file in the folder of reports.
    static func write(_ data: Data, toReport name: String) throws {
        let file = url.appendingPathComponent("reports/web/\(name)")
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: file, options: .atomic)
    }

    /// Returns the URL of a tool; nil if it is not installed.
    static func tool(_ name: String) -> URL? {
        let file = url.appendingPathComponent("browser-tools/\(name)")
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }
}
