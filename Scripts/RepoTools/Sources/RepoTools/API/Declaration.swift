extension InterfaceText {
    /// A declaration and its containers.
    struct Declaration: Hashable, Comparable {
        /// The declarations of the containers, outermost first, without additive attributes, for example
        /// `public struct Page : Sendable`.
        var path: [String]
        /// The declaration, without additive attributes.
        var text: String
        /// The attributes whose addition requires no change in calling code, in order, for example `@inlinable`.
        var additiveAttributes: [String] = []

        /// - Parameter code: The declaration with all its attributes.
        init(path: [String], code: some StringProtocol) {
            self.path = path
            let (attributes, rest) = Self.split(Substring(code))
            additiveAttributes = attributes.filter(Self.isAdditive)
            let otherAttributes = attributes.filter { !Self.isAdditive($0) }
            text = (otherAttributes + (rest.isEmpty ? [] : [String(rest)])).joined(separator: " ")
        }

        static func < (left: Declaration, right: Declaration) -> Bool {
            (left.path.joined(separator: "\n"), left.text) < (right.path.joined(separator: "\n"), right.text)
        }

        /// The declaration without its additive attributes. A declaration of one interface corresponds to the
        /// declaration of another with the same value.
        var bare: Declaration {
            var bare = self
            bare.additiveAttributes = []
            return bare
        }

        /// The type, protocol or extension that contains the declaration, or nil at the top level.
        var container: Declaration? { path.last.map { Declaration(path: path.dropLast(), code: $0) } }

        /// The types after the colon of a type, protocol or extension: `Sendable` and `Codable` for
        /// `public struct Page : Sendable, Codable`.
        var inheritedTypes: [Substring] {
            guard let clause = text.firstMatch(of: /[ ]: (.+?)(?: where |$)/)?.1 else { return [] }
            return clause.split(separator: ", ")
        }

        var description: String {
            (path.map(Self.name) + [(additiveAttributes + [text]).joined(separator: " ")]).joined(separator: " › ")
        }

        /// Returns the name of the type that the text declares or extends, `Page` for `public struct Page : Sendable`,
        /// or the text itself if there is none.
        static func name(_ text: String) -> String {
            let words = text.split { $0 == " " || $0 == "<" || $0 == ":" }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "extension"]
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return text }
            return String(words[kind + 1])
        }

        // MARK: Attributes

        /// Attributes that require no change in calling code when they are added, unlike `@MainActor` or
        /// `@available(macOS 26, *)`.
        private static let additive: Set<Substring> = [
            "@inlinable", "@inline", "@frozen", "@discardableResult", "@preconcurrency", "@dynamicMemberLookup",
            "@dynamicCallable", "@propertyWrapper", "@resultBuilder", "@objc",
        ]

        /// Returns whether an attribute is additive. A deprecation is, because it causes only a warning.
        private static func isAdditive(_ attribute: String) -> Bool {
            additive.contains(attribute.prefix { $0 != "(" }) || attribute.hasPrefix("@available(*, deprecated")
        }

        /// Returns the attribute at the start of a text, for example `@available(*, deprecated, message: "no
        /// (more)")`, or nil.
        private static func attribute(at text: Substring) -> String? {
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

        var hasOnlyAttributes: Bool { Self.split(text[...]).rest.isEmpty }

        /// Whether the declaration is a case of an enumeration.
        var isCase: Bool { Self.split(text[...]).rest.trimmingPrefix("indirect ").hasPrefix("case ") }

        /// Returns the attributes at the start of a declaration, and the rest.
        private static func split(_ code: Substring) -> (attributes: [String], rest: Substring) {
            var (attributes, rest): ([String], Substring) = ([], code)
            while let attribute = attribute(at: rest) {
                attributes.append(attribute)
                rest = rest.dropFirst(attribute.count).drop { $0 == " " }
            }
            return (attributes, rest)
        }
    }
}
