import SeekBasics

struct ConfigurationFile: Sendable {
    let path: String

    /// Locates the file: the value of `SEEK_CONFIG`, otherwise `seek/config` in the platform's folder for
    /// configurations. Returns `nil` if the environment does not determine that folder.
    init?(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let path = value("SEEK_CONFIG") {
            self.path = path
            return
        }
        #if os(macOS)
        let folder = value("HOME").map { "\($0)/Library/Application Support" }
        #else
        // Relative paths must be ignored (XDG Base Directory Specification).
        let folder =
            value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? value("HOME").map { "\($0)/.config" }
        #endif
        guard let folder else { return nil }
        path = "\(folder)/seek/config"
    }

    private var printablePath: String { SafeText.line(path) }

    /// Reads the file. A missing file is an empty configuration, and so is `/dev/null`. Invalid lines do not cause an
    /// error, so that they can be corrected; see ``ConfigurationText/errors``.
    ///
    /// The settings include base URLs and programs to run, so other users must not be able to write the file. If it
    /// contains a secret, they must not be able to read it, unless the file `isReplaced` afterwards. Symbolic links are
    /// followed: configurations are often stored elsewhere.
    func read(isReplaced: Bool = false) throws(UsageError) -> ConfigurationText {
        guard path != "/dev/null" else { return ConfigurationText("") }
        let content: PrivateFile.Content?
        do throws(PrivateFileError) {
            content = try PrivateFile(path).read(followsLinks: true)
        } catch {
            throw usageError(error, verb: "read")
        }
        guard let content else { return ConfigurationText("") }
        let bytes = UnicodeText.utf8(content.bytes)
        guard let string = String(validating: bytes, as: UTF8.self) else {
            let line = UnicodeText.firstInvalidLine(in: bytes).map { ", line \($0)," } ?? ""
            throw UsageError(
                "the configuration '\(printablePath)'\(line) is not encoded in UTF-8; correct or remove it",
                status: .failure
            )
        }
        let text = ConfigurationText(string)
        if text.hasSecret, content.isReadableByOthers, !isReplaced { throw untrusted(.readableByOthers(path: path)) }
        return text
    }

    private func untrusted(_ error: PrivateFileError) -> UsageError {
        let secret = if case .readableByOthers = error { "contains a secret and " } else { "" }
        let subject =
            error.path == path
            ? "the configuration '\(printablePath)'" : "the configuration was not read: '\(SafeText.line(error.path))'"
        let remedy = error.remedy.map { "; run: \(SafeText.line($0))" } ?? ""
        return UsageError("\(subject) \(secret)\(error.problem)\(remedy)", status: .failure)
    }

    func usageError(_ error: ConfigurationText.Malformed) -> UsageError {
        UsageError("the configuration '\(printablePath)', line \(error.line): \(error.reason)")
    }

    /// Changes the file while no other process does, and returns its new contents. Afterwards, only its owner can read
    /// the file.
    @discardableResult
    func update(
        _ change: (inout ConfigurationText) throws(UsageError) -> Void
    ) async throws(UsageError) -> ConfigurationText {
        // Replacing the target preserves a symbolic link.
        let file = PrivateFile(URL(literalPath: path).resolvingSymlinksInPath().path)
        do {
            try file.check()
            return try await file.withLock {
                var text = try read(isReplaced: true)
                try change(&text)
                try file.replace(with: Array(text.contents.utf8))
                return text
            }
        } catch let error as UsageError {
            throw error
        } catch let error as PrivateFileError {
            throw usageError(error, verb: "write")
        } catch {
            // The wait for the lock throws a `CancellationError`.
            throw UsageError("cancelled; nothing was stored")
        }
    }

    /// Returns the problem, preceded by the path of the lock or folder if the problem does not concern the file itself.
    private func reason(of error: PrivateFileError) -> String {
        let otherPath = error.path == path ? nil : "'\(SafeText.line(error.path))'"
        if case .failed = error { return (otherPath.map { "\($0): " } ?? "") + error.problem }
        return "\(otherPath ?? "it") \(error.problem)"
    }

    private func usageError(_ error: PrivateFileError, verb: String) -> UsageError {
        switch error {
        case .foreign, .belowForeign, .writableByOthers, .readableByOthers: untrusted(error)
        case .notAFile, .notAFolder, .busy, .failed:
            UsageError(
                "cannot \(verb) the configuration '\(printablePath)': \(reason(of: error)); correct this, or set "
                    + "SEEK_CONFIG to another file",
                status: .failure
            )
        }
    }
}
