/// A path pattern: `*` and `?` match within a path component, `**` matches across components, and a trailing `/`
/// matches everything below a folder.
struct Glob: Hashable {
    let pattern: String
    private let bytes: [UInt8]
    /// The part before the first wildcard.
    private let prefix: String

    init(_ pattern: String) {
        self.pattern = pattern
        bytes = Array((pattern.hasSuffix("/") ? pattern + "**" : pattern).utf8)
        prefix = String(pattern.prefix { $0 != "*" && $0 != "?" })
    }

    func matches(_ path: String) -> Bool {
        path.hasPrefix(prefix) && Self.match(bytes[...], Array(path.utf8)[...])
    }

    private static func match(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case UInt8(ascii: "*") where rest.first == UInt8(ascii: "*"):
            // `**/` also matches zero folders.
            let after = rest.dropFirst()
            if after.first == UInt8(ascii: "/"), match(after.dropFirst(), text) { return true }
            return text.isEmpty ? match(after, text) : match(after, text) || match(pattern, text.dropFirst())
        case UInt8(ascii: "*"):
            if match(rest, text) { return true }
            guard let next = text.first, next != UInt8(ascii: "/") else { return false }
            return match(pattern, text.dropFirst())
        case UInt8(ascii: "?"):
            guard let next = text.first, next != UInt8(ascii: "/") else { return false }
            return match(rest, text.dropFirst())
        default:
            return text.first == first && match(rest, text.dropFirst())
        }
    }
}
