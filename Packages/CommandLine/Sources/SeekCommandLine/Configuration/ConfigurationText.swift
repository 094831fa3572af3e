import SeekBasics

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
