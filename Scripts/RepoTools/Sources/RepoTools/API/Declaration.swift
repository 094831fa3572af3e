extension InterfaceText {
    /// A declaration and its containers.
    struct Declaration: Hashable, Comparable {
        /// The declarations of the containers, outermost first, without promises, for example `public struct Page :
        /// Sendable`.
        var path: [String]
        /// The declaration, without promises.
        var text: String
        /// The attributes that are promises, in order, for example `@inlinable`.
        var promises: [String] = []

        /// - Parameter code: The declaration with all its attributes.
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

        /// The declaration without its promises, which identifies it.
        var bare: Declaration {
            var bare = self
            bare.promises = []
            return bare
        }

        var description: String {
            (path.map(Self.name) + [(promises + [text]).joined(separator: " ")]).joined(separator: " › ")
        }

        /// Returns the kind and name of a declaration: `struct Page` for `public struct Page : Sendable`.
        private static func name(_ text: String) -> String {
            let words = text.split { $0 == " " || $0 == "<" || $0 == ":" }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "extension"]
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return text }
            return String(words[kind + 1])
        }

        // MARK: Attributes

        /// Attributes that require no change in calling code when they are added, unlike `@MainActor` or
        /// `@available(macOS 26, *)`.
        private static let promising: Set<Substring> = [
            "@inlinable", "@inline", "@frozen", "@discardableResult", "@preconcurrency", "@dynamicMemberLookup",
            "@dynamicCallable", "@propertyWrapper", "@resultBuilder", "@objc",
        ]

        /// Returns whether an attribute is a promise. So is a deprecation, which causes only a warning.
        private static func isPromise(_ attribute: String) -> Bool {
            promising.contains(attribute.prefix { $0 != "(" }) || attribute.hasPrefix("@available(*, deprecated")
        }

        /// Returns the attribute at the start of a text, for example `@available(*, deprecated, message: "no
        /// (more)")`, or nil.
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

        /// Returns whether the text contains only attributes.
        static func isAttributeAlone(_ text: String) -> Bool {
            var rest = text[...]
            while let attribute = attribute(opening: rest) {
                rest = rest.dropFirst(attribute.count).drop { $0 == " " }
            }
            return rest.isEmpty
        }
    }
}
