/// A text that may hold places for others: `{name}.json`. Literal parts must be equal, a place takes at least one character.
struct TextPattern: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(String)
        case capture(String)
    }

    private(set) var parts: [Part] = []

    /// Reads a template; `decode` makes what a server reads of its literal parts.
    init(_ template: some StringProtocol, decode: (String) -> String) throws(InvalidTemplate) {
        var rest = Substring(template)
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" && $0 != "}" }
            if !literal.isEmpty { parts.append(.literal(decode(String(literal)))) }
            rest = rest[literal.endIndex...]
            guard let brace = rest.popFirst() else { return }
            guard brace == "{", let end = rest.firstIndex(of: "}") else {
                throw InvalidTemplate(
                    reason: "a brace of '\(template)' has no other; write %7B or %7D for one that is meant"
                )
            }
            let name = String(rest[..<end])
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                throw InvalidTemplate(reason: "'{\(name)}' is no place: give a name of letters, digits and '_'")
            }
            if case .capture? = parts.last {
                throw InvalidTemplate(reason: "nothing tells where '{\(name)}' of '\(template)' begins")
            }
            parts.append(.capture(name))
            rest = rest[rest.index(after: end)...]
        }
    }

    /// The text, where there is no place in it.
    var literal: String? {
        switch parts.first {
        case nil: ""
        case .literal(let text)? where parts.count == 1: text
        default: nil
        }
    }

    /// The names of its places.
    var names: [String] {
        parts.compactMap { if case .capture(let name) = $0 { name } else { nil } }
    }

    /// As it would be written.
    var description: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .capture(let name): "{\(name)}"
            }
        }.joined()
    }

    /// Puts into `values` what the places of the pattern take of a text. False where the text is another.
    func match(_ text: String, into values: inout [String: String]) -> Bool {
        if let literal { return literal == text }
        var rest = text[...]
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let literal):
                // A place before it has taken all up to here.
                guard rest.hasPrefix(literal) else { return false }
                rest = rest.dropFirst(literal.count)
            case .capture(let name):
                guard let end = end(ofCaptureBefore: index + 1, in: rest), end > rest.startIndex else { return false }
                values[name] = String(rest[..<end])
                rest = rest[end...]
            }
        }
        return rest.isEmpty
    }

    /// Where a place ends: at the next literal part, the last one of which stands at the end of the text.
    private func end(ofCaptureBefore index: Int, in rest: Substring) -> String.Index? {
        guard index < parts.count, case .literal(let literal) = parts[index] else { return rest.endIndex }
        if index == parts.count - 1 {
            return rest.hasSuffix(literal) ? rest.index(rest.endIndex, offsetBy: -literal.count) : nil
        }
        return rest.dropFirst().firstRange(of: literal)?.lowerBound
    }
}

/// Why a stub's URL cannot be understood.
struct InvalidTemplate: Error, Sendable, Hashable {
    var reason: String
}
