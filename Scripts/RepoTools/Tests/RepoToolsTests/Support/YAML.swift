import Foundation

/// A value parsed from the subset of YAML that the workflows use: mappings, lists, plain and quoted scalars, `[a, b]`,
/// `|` and `>-`.
indirect enum YAML: Equatable, Sendable {
    case scalar(String)
    case list([YAML])
    case map([String: YAML])

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Line($0) }[...]
        self = Self.block(&lines, indent: 0)
    }

    subscript(key: String) -> YAML? {
        if case .map(let members) = self { members[key] } else { nil }
    }

    var string: String? { if case .scalar(let text) = self { text } else { nil } }
    var items: [YAML] { if case .list(let items) = self { items } else { [] } }
    var members: [String: YAML] { if case .map(let members) = self { members } else { [:] } }

    /// Every scalar in the value, at any depth.
    var scalars: [String] {
        switch self {
        case .scalar(let text): [text]
        case .list(let items): items.flatMap(\.scalars)
        case .map(let members): members.values.flatMap(\.scalars)
        }
    }

    private struct Line {
        var indent: Int
        var text: Substring

        init(_ line: Substring) {
            text = line.drop { $0 == " " }
            indent = line.count - text.count
        }

        var isBlankOrComment: Bool { text.isEmpty || text.hasPrefix("#") }
    }

    private static func block(_ lines: inout ArraySlice<Line>, indent: Int) -> YAML {
        var items: [YAML] = []
        var members: [String: YAML] = [:]
        while let line = lines.first {
            guard !line.isBlankOrComment else {
                lines.removeFirst()
                continue
            }
            guard line.indent == indent else { break }
            if line.text.hasPrefix("- ") {
                // The text after the dash is a block, indented by two.
                lines[lines.startIndex].text = line.text.dropFirst(2)
                lines[lines.startIndex].indent += 2
                items.append(block(&lines, indent: indent + 2))
            } else if let colon = line.text.firstRange(of: ":") {
                lines.removeFirst()
                let value = line.text[colon.upperBound...].drop { $0 == " " }
                members[String(line.text[..<colon.lowerBound])] = Self.value(value, &lines, indent: indent)
            } else {
                lines.removeFirst()
                return .scalar(String(line.text))
            }
        }
        return items.isEmpty ? .map(members) : .list(items)
    }

    /// Returns the text without a trailing comment; a number sign in quotes does not start one.
    private static func uncommented(_ text: Substring) -> Substring {
        guard !text.hasPrefix("\""), let comment = text.firstRange(of: " #") else { return text }
        return text[..<comment.lowerBound]
    }

    private static func value(_ text: Substring, _ lines: inout ArraySlice<Line>, indent: Int) -> YAML {
        let text = uncommented(text)
        if text == "|" || text == ">-" {
            let end = lines.firstIndex { !$0.text.isEmpty && $0.indent <= indent } ?? lines.endIndex
            let body = lines[..<end].map { String($0.text) }
            lines = lines[end...]
            return .scalar(
                body.joined(separator: text == "|" ? "\n" : " ").trimmingCharacters(in: .whitespacesAndNewlines)
            )
        }
        if text.hasPrefix("[") {
            let items = text.dropFirst().dropLast().split(separator: ",")
            return .list(items.map { .scalar($0.trimmingCharacters(in: .whitespaces)) })
        }
        if text.isEmpty, let next = lines.first(where: { !$0.isBlankOrComment }), next.indent > indent {
            return block(&lines, indent: next.indent)
        }
        let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
        return .scalar(String(isQuoted ? text.dropFirst().dropLast() : text))
    }
}
