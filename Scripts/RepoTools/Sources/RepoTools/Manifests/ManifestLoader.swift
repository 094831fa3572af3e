import Foundation

/// Reads manifests through `swift package dump-package` and caches the output by the manifest's text, its folder and
/// the toolchain. Reading unchanged manifests starts no process.
struct ManifestLoader {
    var cacheFolder: String
    /// Returns the output of `swift package dump-package` for a folder; replaced in tests.
    var dump: @Sendable (_ folder: String) throws(RepoError) -> String = ManifestLoader.swiftDump

    /// Returns the manifest of the package in `folder` (a full path).
    func manifest(of folder: String) throws(RepoError) -> Manifest {
        let text = try Files.text(folder + "/Package.swift")
        let key = StableHash.hex([Toolchain.fingerprint, folder, text].joined(separator: "\0"))
        let cachePath = "\(cacheFolder)/\(key).json"
        if let dump = try? Files.text(cachePath), let manifest = try? Self.parse(dump, of: folder) { return manifest }
        let output = try dump(folder)
        let manifest = try Self.parse(output, of: folder)
        // A failure is ignored: the cache only saves time.
        try? Files.write(output, to: cachePath)
        return manifest
    }

    /// Returns the manifests of several folders, evaluated in parallel, in the same order.
    func manifests(of folders: [String]) throws(RepoError) -> [Manifest] {
        try folders.concurrentMap(manifest).map { result throws(RepoError) in try result.get() }
    }

    static func parse(_ dump: String, of folder: String) throws(RepoError) -> Manifest {
        do {
            return try JSONDecoder().decode(Manifest.self, from: Data(dump.utf8))
        } catch {
            throw RepoError(
                "cannot parse the output of swift package dump-package for \(folder)/Package.swift: \(error)"
            )
        }
    }

    static func swiftDump(_ folder: String) throws(RepoError) -> String {
        // A temporary folder, because SwiftPM leaves a lock file per manifest in `TMPDIR`.
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let command = ["swift", "package", "--package-path", folder, "dump-package"]
        let result = try Subprocess.run(command, environment: ["TMPDIR": scratch.path])
        guard result.succeeded else {
            let lines = result.errors.split(separator: "\n")
            // The compiler's error, with its location, is more useful than SwiftPM's.
            let reason =
                lines.first { $0.contains(".swift:") && $0.contains(" error: ") }
                ?? lines.first { $0.hasPrefix("error: ") } ?? "no reason was printed"
            throw RepoError("cannot read \(folder)/Package.swift: \(reason)")
        }
        return result.output
    }
}
