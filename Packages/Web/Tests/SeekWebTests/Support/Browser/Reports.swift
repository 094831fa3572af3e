import Foundation

/// The images that tests store in `.build/reports/web`, and the tools that `Scripts/bootstrap --browser` stores in
/// `.build/browser-tools`.
enum Reports {
    private static let build = (0..<7).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    .appendingPathComponent(".build")

    static func write(_ data: Data, to name: String) throws {
        let file = build.appendingPathComponent("reports/web/\(name)")
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: file, options: .atomic)
    }

    /// Returns the URL of a tool; nil if it is not installed.
    static func tool(_ name: String) -> URL? {
        let file = build.appendingPathComponent("browser-tools/\(name)")
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }
}
