/// A key as its UTF-8 bytes.
///
/// Two `String`s are equal when they are canonically equivalent: `"é"` as one scalar and as two. Cache keys are not: other
/// bytes are another key, whatever they look like.
struct KeyBytes: Hashable, Comparable, Sendable {
    let text: String

    init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    static func == (left: KeyBytes, right: KeyBytes) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    static func < (left: KeyBytes, right: KeyBytes) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    func hasPrefix(_ prefix: KeyBytes) -> Bool {
        text.utf8.starts(with: prefix.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: $0) }
    }

    /// The key's bytes, for the time of the call.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = text
        // Contiguous since `init`: nothing is copied.
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
