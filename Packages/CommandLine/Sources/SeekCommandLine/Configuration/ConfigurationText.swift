import SeekBasics

/// The text of a configuration file: a setting a line, `key = value`, and lines that begin with `#`. What is not understood
/// stays as it is where a setting is changed.
struct ConfigurationText: Sendable, Hashable {
    private enum Line: Sendable, Hashable {
        case other(String)
        case setting(key: String, value: String)
    }

    /// A line that is none: which, and why.
    struct Malformed: Error, Hashable {
        var line: Int
        var reason: String
    }

    private var lines: [Line] = []

    /// Reads a text; an empty one sets nothing.
    init(_ text: String) throws(Malformed) {
        // `\r\n` is one character, and no `\n`: files written on Windows have it.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let trimmed = line.trimmed(of: \.isWhitespace)
            guard let first = trimmed.first, first != "#" else {
                lines.append(.other(String(line)))
                continue
            }
            func malformed(_ reason: String) -> Malformed { Malformed(line: index + 1, reason: reason) }
            // What stands on the line may be a secret: of it no more than its key is told, and that only before a `=`.
            guard let equals = trimmed.firstIndex(of: "=") else {
                throw malformed("it is no setting; write KEY = VALUE")
            }
            let key = trimmed[..<equals].trimmed(of: \.isWhitespace)
            let value = trimmed[trimmed.index(after: equals)...].trimmed(of: \.isWhitespace)
            guard let setting = Setting.named(key) else {
                guard let nearest = Spelling.nearest(to: key, among: Setting.all.map(\.key)) else {
                    // A secret in base64 may end in `=`, too.
                    throw malformed("unknown setting; seek config list shows those there are")
                }
                throw malformed("unknown setting '\(SafeText.line(key))'; did you mean '\(nearest)'?")
            }
            if let problem = setting.problem(with: value) { throw malformed("\(key) \(problem)") }
            guard self[key] == nil else { throw malformed("\(key) is set a second time") }
            lines.append(.setting(key: key, value: value))
        }
        if lines.last == .other("") { lines.removeLast() }
    }

    /// The value of a setting; nil takes it out.
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

    /// Whether a secret stands in it.
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
