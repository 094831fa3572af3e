import Foundation

/// Reads manifests through `swift package dump-package` and caches the output. The output is stored with the
/// manifest's text, its folder and the toolchain, and used only while all three are the same. Reading unchanged
/// manifests starts no process.
struct ManifestLoader {
    /// The folder of the cache.
    var cacheFolder: String
    /// Returns the output of `swift package dump-package` for a folder; replaced in tests.
    var dump: @Sendable (_ folder: String) throws(RepoError) -> String = ManifestLoader.swiftDump

    private struct Entry: Codable {
        var toolchain: String
        var folder: String
        var manifest: String
        var dump: String
    }

    /// Returns the manifest of the package in `folder` (a full path).
    func manifest(of folder: String) throws(RepoError) -> Manifest {
        let text = try Files.text(folder + "/Package.swift")
        let toolchain = Toolchain.fingerprint
        let cachePath = cacheFolder + "/" + StableHash.hex(folder + "\0" + text) + ".json"
        if let data = try? Files.data(cachePath),
            let entry = try? JSONDecoder().decode(Entry.self, from: data),
            entry.toolchain == toolchain, entry.folder == folder, entry.manifest == text
        {
            return try Self.parse(entry.dump, of: folder)
        }
        let output = try dump(folder)
        let manifest = try Self.parse(output, of: folder)
        let entry = Entry(toolchain: toolchain, folder: folder, manifest: text, dump: output)
        if let data = try? JSONEncoder().encode(entry) {
            // A failure is ignored: the cache only saves time.
            try? Files.write(data, to: cachePath)
        }
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

    /// Runs `swift package dump-package`.
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
