import Foundation

/// The bytes of a shared fixture: `youtube/search`.
func fixture(_ name: String, from file: String = #filePath) throws -> Data {
    var folder = URL(filePath: file).deletingLastPathComponent()
    while folder.path() != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Fixtures").path()) {
        folder = folder.deletingLastPathComponent()
    }
    return try Data(contentsOf: folder.appending(path: "Fixtures/\(name).json"))
}
