import SeekBasics

/// The contents of a configuration file: `key = value` lines, and comments that begin with `#`. Changing a setting
/// preserves the other lines.
struct ConfigurationText: Sendable, Hashable {
    private enum Line: Sendable, Hashable {
        case other(String)
        case setting(key: String, value: String)
    }

    /// The error for an invalid line. Lines are numbered from 1.
    struct Malformed: Error, Hashable {
        var line: Int
        var reason: String
    }

    private var lines: [Line] = []

    /// Parses the contents of a file.
    init(_ text: String) throws(Malformed) {
        // `isNewline` also matches `\r\n`, which is a single `Character`.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let trimmed = line.trimmed(of: \.isWhitespace)
            guard let first = trimmed.first, first != "#" else {
                lines.append(.other(String(line)))
                continue
            }
            func malformed(_ reason: String) -> Malformed { Malformed(line: index + 1, reason: reason) }
            // The line may be a secret: errors contain only its key, and only if `=` follows.
            guard let equals = trimmed.firstIndex(of: "=") else {
                throw malformed("not a setting; write KEY = VALUE")
            }
            let key = trimmed[..<equals].trimmed(of: \.isWhitespace)
            let value = trimmed[trimmed.index(after: equals)...].trimmed(of: \.isWhitespace)
            guard let setting = Setting.named(key) else {
                guard let nearest = Spelling.nearest(to: key, among: Setting.all.map(\.key)) else {
                    // The key is not included: it may be a secret in Base64, which can also end in `=`.
                    throw malformed("unknown setting; run 'seek config list' for all settings")
                }
                throw malformed("unknown setting '\(SafeText.line(key))'; did you mean '\(nearest)'?")
            }
            if let problem = setting.problem(with: value) { throw malformed("\(key) \(problem)") }
            guard self[key] == nil else { throw malformed("\(key) is set twice; remove one line") }
            lines.append(.setting(key: key, value: value))
        }
        if lines.last == .other("") { lines.removeLast() }
    }

    /// The value of a setting. Assigning `nil` removes it.
    subscript(key: String) -> String? {
        get {
            for case .setting(key, let value) in lines { return value }
            return nil
        }
        set {
            let index = lines.firstIndex { if case .setting(key, _) = $0 { true } else { false } }
            switch (index, newValue) {
            case (let index?, let value?): lines[index] = .setting(key: key, value: value)
            case (let index?, nil): lines.remove(at: index)
            case (nil, let value?): lines.append(.setting(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Whether the file contains a secret.
    var hasSecret: Bool { Setting.all.contains { $0.isSecret && self[$0.key] != nil } }

    var text: String {
        lines.map { line in
            switch line {
            case .other(let text): "\(text)\n"
            case .setting(let key, let value): "\(key) = \(value)\n"
            }
        }.joined()
    }
}
