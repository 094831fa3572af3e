#if os(Linux)
import SeekNetworking
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The header lines of the answers before, and what they said.
///
/// A server writes most lines of one answer as in the last, in the same order. What a line says depends on its bytes alone, so it
/// is looked up by its place and they are compared: to make names and values of them anew was a tenth of the work of the thread that all
/// transfers wait for.
final class HeaderLineCache {
    private struct Line<Meaning> {
        let bytes: [UInt8]
        let meaning: Meaning

        func isMade(of content: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count == content.count, let start = content.baseAddress else { return false }
            return bytes.withUnsafeBytes { $0.baseAddress.map { memcmp($0, start, content.count) == 0 } ?? false }
        }
    }

    private var statusLine: Line<HTTPResponse.Status>?
    private var fieldLines: [Line<HTTPField>] = []

    /// How many lines are kept, and the longest of them: 16 KB altogether.
    private static let countLimit = 32
    private static let lengthLimit = 512

    /// What a status line says; nil where it is none.
    func status(
        of content: UnsafeRawBufferPointer,
        orElse parse: (UnsafeRawBufferPointer) -> HTTPResponse.Status?
    ) -> HTTPResponse.Status? {
        if let statusLine, statusLine.isMade(of: content) { return statusLine.meaning }
        let status = parse(content)
        if let status, content.count <= Self.lengthLimit {
            statusLine = Line(bytes: Array(content), meaning: status)
        }
        return status
    }

    /// The field a line holds which stands at a place among the fields; nil where it is none.
    func field(
        of content: UnsafeRawBufferPointer,
        at place: Int,
        orElse parse: (UnsafeRawBufferPointer) -> HTTPField?
    ) -> HTTPField? {
        if place < fieldLines.count, fieldLines[place].isMade(of: content) { return fieldLines[place].meaning }
        guard let field = parse(content) else { return nil }
        guard place < Self.countLimit, place <= fieldLines.count, content.count <= Self.lengthLimit else {
            return field
        }
        let line = Line(bytes: Array(content), meaning: field)
        if place < fieldLines.count { fieldLines[place] = line } else { fieldLines.append(line) }
        return field
    }
}
#endif
