import SeekBasics

/// A percent-encoded string with placeholders, such as `{name}.json`. Literal parts must be equal; a placeholder matches
/// at least one character.
///
/// Literal parts and texts are in the canonical form of ``/SeekBasics/PercentEncoding/normalizedPath(_:)`` or
/// ``/SeekBasics/PercentEncoding/normalizedQuery(_:)``: ASCII strings that are equal only for the same bytes.
struct PlaceholderPattern: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(String)
        /// A placeholder with this name.
        case capture(String)
    }

    private(set) var parts: [Part] = []

    /// Parses a template; `normalize` returns the canonical form of its literal parts.
    init(_ template: some StringProtocol, normalize: (Substring) -> String) throws(InvalidTemplate) {
        var rest = Substring(template)
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" && $0 != "}" }
            if !literal.isEmpty { parts.append(.literal(normalize(literal))) }
            rest = rest[literal.endIndex...]
            guard let brace = rest.popFirst() else { return }
            guard brace == "{", let end = rest.firstIndex(of: "}") else {
                throw InvalidTemplate(
                    reason: "unbalanced brace in '\(template)'; write %7B or %7D for a literal one"
                )
            }
            let name = try Self.name(rest[..<end])
            if case .capture? = parts.last {
                throw InvalidTemplate(
                    reason: "'{\(name)}' in '\(template)' must not follow another placeholder directly"
                )
            }
            parts.append(.capture(name))
            rest = rest[rest.index(after: end)...]
        }
    }

    /// Returns the name of a placeholder, or throws an error if it is not a valid name.
    ///
    /// - Parameter prefix: The characters between the brace and the name, for the error.
    static func name(_ name: Substring, prefix: String = "") throws(InvalidTemplate) -> String {
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            throw InvalidTemplate(
                reason: "'{\(prefix)\(name)}' is not a placeholder: use a name of letters, digits and '_'"
            )
        }
        return String(name)
    }

    /// The string if it has no placeholders, otherwise nil.
    var literal: String? {
        switch parts.first {
        case nil: ""
        case .literal(let text)? where parts.count == 1: text
        default: nil
        }
    }

    var names: [String] {
        parts.compactMap { if case .capture(let name) = $0 { name } else { nil } }
    }

    /// The pattern in canonical form, with placeholders in braces.
    var description: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .capture(let name): "{\(name)}"
            }
        }.joined()
    }

    /// Adds the decoded values of the placeholders to `values`. Returns false if the text does not match.
    func match(_ text: String, into values: inout [String: String]) -> Bool {
        if let literal { return literal == text }
        var rest = text[...]
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let literal):
                // A preceding placeholder ends where this literal begins.
                guard rest.hasPrefix(literal) else { return false }
                rest = rest.dropFirst(literal.count)
            case .capture(let name):
                guard let end = end(ofCaptureBefore: index + 1, in: rest), end > rest.startIndex else { return false }
                values[name] = PercentEncoding.decode(rest[..<end])
                rest = rest[end...]
            }
        }
        return rest.isEmpty
    }

    /// Returns the end of a placeholder's value at the start of `rest`: the position of the literal that follows the
    /// placeholder, or the end of `rest` if none follows; nil if the literal is missing.
    ///
    /// - Parameter index: The index of the part after the placeholder.
    private func end(ofCaptureBefore index: Int, in rest: Substring) -> String.Index? {
        guard index < parts.count, case .literal(let literal) = parts[index] else { return rest.endIndex }
        if index == parts.count - 1 {
            guard rest.hasSuffix(literal) else { return nil }
            let end = rest.index(rest.endIndex, offsetBy: -literal.count)
            return Self.isInEscape(end, rest) ? nil : end
        }
        return rest.dropFirst().ranges(of: literal).lazy.map(\.lowerBound).first { !Self.isInEscape($0, rest) }
    }

    /// Returns whether an index is within an escape sequence: one or two characters after its percent sign.
    private static func isInEscape(_ index: String.Index, _ text: Substring) -> Bool {
        text[..<index].suffix(2).contains("%")
    }
}

/// The reason why a stub's URL or one of its conditions is invalid.
struct InvalidTemplate: Error, Sendable, Hashable {
    var reason: String
}
