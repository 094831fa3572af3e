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

/// The contents of a configuration file: `key = value` lines, and comments that begin with `#`. Changing a setting
/// preserves the other lines.
struct ConfigurationText: Sendable, Hashable {
    private struct Line: Sendable, Hashable {
        var text: String
        /// The text before `=`; `nil` for a comment, an empty line or a line without `=`.
        var key: String?
        /// The text after `=`; `nil` if there is no key, or if the line is invalid.
        var value: String?
    }

    /// The error for an invalid line. Lines are numbered from 1.
    struct Malformed: Error, Hashable {
        var line: Int
        var reason: String
        var key: String?

        var setting: Setting? { key.flatMap(Setting.named) }
    }

    private var lines: [Line] = []
    /// The errors of the invalid lines. Changing a setting with another key preserves these lines as well.
    private(set) var errors: [Malformed] = []

    /// Parses the contents of a file. A byte order mark is ignored.
    init(_ text: String) {
        let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
        // `isNewline` also matches `\r\n`, which is a single `Character`.
        var texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if texts.last == "" { texts.removeLast() }
        for (index, text) in texts.enumerated() {
            let (key, value, problem) = parse(text)
            lines.append(Line(text: text, key: key, value: problem == nil ? value : nil))
            if let problem { errors.append(Malformed(line: index + 1, reason: problem, key: key)) }
        }
    }

    /// Parses a line. The problem of an invalid line contains neither the value of a setting nor the text of a line
    /// without `=`, because each of these may be a secret.
    private func parse(_ line: String) -> (key: String?, value: String?, problem: String?) {
        let line = line.trimmed(of: \.isWhitespace)
        guard let first = line.first, first != "#" else { return (nil, nil, nil) }
        guard let equals = line.firstIndex(of: "=") else { return (nil, nil, "not a setting; write KEY = VALUE") }
        let key = line[..<equals].trimmed(of: \.isWhitespace)
        let value = line[line.index(after: equals)...].trimmed(of: \.isWhitespace)
        if key.hasPrefix(Alias.prefix) {
            let alias = Alias(name: String(key.dropFirst(Alias.prefix.count)), expansion: value)
            let problem =
                alias.problem ?? (self[key] == nil ? nil : "\(SafeText.line(key)) is set twice; remove one line")
            return (key, value, problem)
        }
        guard let setting = Setting.named(key) else {
            let nearest = Spelling.nearest(to: key, among: Setting.all.map(\.key))
            // Settings have keys of lowercase letters and hyphens. Any other key may be a secret in Base64, which can
            // end in `=`. Such a key is printed only if it is similar to the key of a setting.
            let isName = !key.isEmpty && key.allSatisfy { $0 == "-" || ("a"..."z").contains($0) }
            let name = isName || nearest != nil ? " '\(SafeText.line(key))'" : ""
            let advice = nearest.map { "did you mean '\($0)'?" } ?? "run 'seek config list' for all settings"
            return (key, nil, "unknown setting\(name); \(advice)")
        }
        if let problem = setting.problem(with: value) { return (key, nil, "\(key) \(problem)") }
        if self[key] != nil { return (key, nil, "\(key) is set twice; remove one line") }
        return (key, value, nil)
    }

    /// The valid value of a setting or alias. Assigning a value replaces all lines with the key; assigning `nil`
    /// removes them.
    subscript(key: String) -> String? {
        get { lines.lazy.filter { $0.key == key }.compactMap(\.value).first }
        set {
            var changed = lines.filter { $0.key != key }
            if let newValue {
                let index = lines.firstIndex { $0.key == key } ?? lines.endIndex
                changed.insert(Line(text: "\(key) = \(newValue)", key: key, value: newValue), at: index)
            }
            self = ConfigurationText(changed.map { $0.text + "\n" }.joined())
        }
    }

    /// Whether the file has a line for a key, even an invalid one.
    func contains(_ key: String) -> Bool { lines.contains { $0.key == key } }

    /// The valid aliases, sorted by name.
    var aliases: [Alias] {
        lines.compactMap { line in
            guard let key = line.key, key.hasPrefix(Alias.prefix), let value = line.value else { return nil }
            return Alias(name: String(key.dropFirst(Alias.prefix.count)), expansion: value)
        }
        .sorted { $0.name < $1.name }
    }

    /// Whether the file sets a secret, even to an invalid value.
    var hasSecret: Bool { Setting.all.contains { $0.isSecret && contains($0.key) } }

    var contents: String { lines.map { $0.text + "\n" }.joined() }
}
