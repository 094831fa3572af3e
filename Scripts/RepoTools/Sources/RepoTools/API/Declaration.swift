extension InterfaceText {
    /// One declaration and all it stands in.
    struct Declaration: Hashable, Comparable {
        /// `public struct Page : Sendable`, outermost first, without promises.
        var path: [String]
        /// Without promises.
        var text: String
        /// The attributes that only promise something, in their order: `@inlinable`.
        var promises: [String] = []

        /// - Parameter code: with all its attributes before it.
        init(path: [String], code: some StringProtocol) {
            self.path = path
            var kept: [String] = []
            var rest = code[...]
            while let attribute = Self.attribute(opening: Substring(rest)) {
                if Self.isPromise(attribute) { promises.append(attribute) } else { kept.append(attribute) }
                rest = rest.dropFirst(attribute.count).drop { $0 == " " }
            }
            text = (kept + (rest.isEmpty ? [] : [String(rest)])).joined(separator: " ")
        }

        static func < (left: Declaration, right: Declaration) -> Bool {
            (left.path.joined(separator: "\n"), left.text) < (right.path.joined(separator: "\n"), right.text)
        }

        /// Without its promises: what is the same declaration whatever they are.
        var bare: Declaration {
            var bare = self
            bare.promises = []
            return bare
        }

        var description: String {
            (path.map(Self.name) + [(promises + [text]).joined(separator: " ")]).joined(separator: " › ")
        }

        /// `struct Page` of `public struct Page : Sendable`.
        private static func name(_ text: String) -> String {
            let words = text.split { $0 == " " || $0 == "<" || $0 == ":" }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "extension"]
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return text }
            return String(words[kind + 1])
        }

        // MARK: Attributes

        /// Attributes that who builds on a declaration need not answer when they are added: what was called goes on to be
        /// called in the same way. `@MainActor` or `@available(macOS 26, *)` do ask something.
        private static let promising: Set<Substring> = [
            "@inlinable", "@inline", "@frozen", "@discardableResult", "@preconcurrency", "@dynamicMemberLookup",
            "@dynamicCallable", "@propertyWrapper", "@resultBuilder", "@objc",
        ]

        /// A deprecation warns, and breaks nothing.
        private static func isPromise(_ attribute: String) -> Bool {
            promising.contains(attribute.prefix { $0 != "(" }) || attribute.hasPrefix("@available(*, deprecated")
        }

        /// `@available(*, deprecated, message: "no (more)")` at the start of a text; nil where it starts otherwise.
        private static func attribute(opening text: Substring) -> String? {
            guard text.first == "@" else { return nil }
            var depth = 0
            var isQuoted = false
            var isEscaped = false
            let end = text.indices.first { index in
                let character = text[index]
                defer { isEscaped = character == "\\" && !isEscaped }
                if character == "\"", !isEscaped { isQuoted.toggle() }
                guard !isQuoted else { return false }
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                return character == " " && depth == 0
            }
            return String(text[..<(end ?? text.endIndex)])
        }

        /// Whether nothing but attributes stands there.
        static func isAttributeAlone(_ text: String) -> Bool {
            var rest = text[...]
            while let attribute = attribute(opening: rest) {
                rest = rest.dropFirst(attribute.count).drop { $0 == " " }
            }
            return rest.isEmpty
        }
    }
}
