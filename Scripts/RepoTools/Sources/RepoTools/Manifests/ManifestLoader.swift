import Foundation
import SeekBasics

/// Evaluates manifests with `swift package dump-package`, in the folder of their package.
///
/// The result of a self-contained manifest is cached by its text and the toolchain. Any other manifest can read files,
/// the environment or the clock, and is evaluated each time.
struct ManifestLoader: Sendable {
    var cacheFolder: String
    /// Returns the output of `swift package dump-package` for a folder; replaced in tests.
    var dump: @Sendable (_ folder: String) throws(RepoError) -> String = ManifestLoader.swiftDump

    /// Returns the loader with the cache of the working copy.
    static func standard(root: String) -> ManifestLoader {
        ManifestLoader(cacheFolder: "\(root)/\(Repository.buildFolder)/repo-tools/manifests")
    }

    /// Whether a file can be the manifest of the package in its folder: `Package.swift` or `Package@swift-6.0.swift`.
    static func isManifest(_ path: String) -> Bool {
        let name = Files.name(of: path)
        return name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
    }

    /// Returns the manifest of the package in `folder` (a full path).
    func manifest(of folder: String) throws(RepoError) -> Manifest {
        // SwiftPM chooses one of the manifests by its own version.
        let names = Files.names(in: folder).filter(Self.isManifest)
        guard names.contains("Package.swift") else { throw RepoError("there is no \(folder)/Package.swift") }
        var text = ""
        for name in names { text += "// \(name)\n\(try Files.text("\(folder)/\(name)"))\n" }
        let properties = Manifest.Text(
            digest: FNV1a.hex(text),
            isConditional: text.contains("#if"),
            isSelfContained: Self.isSelfContained(text)
        )
        let cachePath = "\(cacheFolder)/\(FNV1a.hex("2 \(Toolchain.fingerprint) \(properties.digest)")).json"
        if properties.isSelfContained, let data = try? Files.data(cachePath),
            let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
        {
            return manifest
        }
        let manifest = try Self.parse(try dump(folder), of: folder, text: properties)
        // A failure is ignored: the cache only saves time.
        if properties.isSelfContained, let data = try? JSONEncoder().encode(manifest) {
            try? Files.write(data, to: cachePath)
        }
        return manifest
    }

    /// Returns the manifests of several folders, evaluated in parallel, in the same order.
    func manifests(of folders: [String]) throws(RepoError) -> [Manifest] {
        try folders.concurrentMap(manifest).map { result throws(RepoError) in try result.get() }
    }

    /// Returns whether the result of a manifest depends only on its text.
    ///
    /// Without an import, a manifest can read a file only through members of standard types that are visible without
    /// their import, such as `String(contentsOfFile:)`.
    static func isSelfContained(_ text: String) -> Bool {
        let modules = Set(ImportScanner.imports(in: text).map(\.module))
        return modules.isSubset(of: ["PackageDescription", "CompilerPluginSupport"])
            && !["Context", "contentsOf", "#file"].contains { text.contains($0) }
    }

    /// Parses the output of `swift package dump-package` for a folder.
    static func parse(
        _ dump: String,
        of folder: String,
        text: Manifest.Text = Manifest.Text()
    ) throws(RepoError) -> Manifest {
        do {
            let decoder = JSONDecoder()
            var members = try decoder.decode([String: JSONValue].self, from: Data(dump.utf8))
            var rest = members
            for member in ["targets", "products", "packageKind", "dependencies"] { rest[member] = nil }
            // The full paths of local packages differ between checkouts.
            var local: [JSONValue] = []
            let dependencies = (members["dependencies"]?.elements ?? []).map { dependency -> JSONValue in
                guard let path = dependency["fileSystem"].elements.first?["path"].string else { return dependency }
                local.append(.string(Files.relative(path, to: folder)))
                return local[local.endIndex - 1]
            }
            members["localDependencies"] = .array(local)
            members["digest"] = .string(
                FNV1a.hex(JSONValue.array([.object(JSONObject(rest)), .array(dependencies)]).text(.sorted))
            )
            for part in ["targets", "products"] {
                members[part] = .array((members[part]?.elements ?? []).map(\.digested))
            }
            let encoder = JSONEncoder()
            members["text"] = try decoder.decode(JSONValue.self, from: encoder.encode(text))
            return try decoder.decode(Manifest.self, from: encoder.encode(members))
        } catch {
            throw RepoError(
                "cannot parse the output of swift package dump-package for \(folder)/Package.swift: \(error)"
            )
        }
    }

    static func swiftDump(_ folder: String) throws(RepoError) -> String {
        // A temporary folder, because SwiftPM leaves a lock file per manifest in `TMPDIR`. SwiftPM's own cache does not
        // notice changes of files that a manifest reads.
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let options = ["--manifest-cache", "none", "--scratch-path", "\(scratch.path)/build"]
        let command = ["swift", "package", "--package-path", folder] + options + ["dump-package"]
        let result = try ChildProcess.run(command, environment: ["TMPDIR": scratch.path])
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

extension JSONValue {
    /// The object with the member `digest`, the hash of the others.
    fileprivate var digested: JSONValue {
        guard case .object(var members) = self else { return self }
        members["digest"] = .string(FNV1a.hex(text(.sorted)))
        return .object(members)
    }
}
