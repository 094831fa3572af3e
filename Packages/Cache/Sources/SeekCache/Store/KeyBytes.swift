#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A key, compared by its UTF-8 bytes. As strings, different keys would be equal if they are canonically
/// equivalent, for example `"é"` as one scalar and as two.
struct KeyBytes: Hashable, Comparable, Sendable {
    let text: String

    init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    @inline(__always)
    static func == (left: KeyBytes, right: KeyBytes) -> Bool { right.withBytes(left.hasBytes) }

    @inline(__always)
    func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        text.utf8.count == bytes.count && withBytes { compareBytes($0, bytes) == 0 }
    }

    static func < (left: KeyBytes, right: KeyBytes) -> Bool {
        left.withBytes { left in
            right.withBytes { right in
                let order = compareBytes(left, right)
                return order == 0 ? left.count < right.count : order < 0
            }
        }
    }

    func hasPrefix(_ prefix: KeyBytes) -> Bool { text.utf8.starts(with: prefix.text.utf8) }

    func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

    /// Calls a body with the UTF-8 bytes, without copying them.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}

/// Compares two buffers up to the length of the shorter one, as `memcmp` does. Faster than comparing UTF-8 views.
private func compareBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
    return memcmp(first, second, min(left.count, right.count))
}
