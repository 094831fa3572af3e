#if os(Linux)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekNetworking

/// Collects a body up to a limit. A pure value.
struct BodyCollector: Sendable, Hashable {
    /// The largest body to accept, in bytes after content decoding.
    let limit: Int
    private(set) var body = Data()
    private(set) var isOverLimit = false

    private static let contentEncoding = HTTPField.Name("Content-Encoding")

    init(limit: Int) {
        self.limit = limit
    }

    /// Looks at the header fields before the body comes: refuses one that says it is too large, makes room for one that
    /// says its size. A coded body's length says nothing about the decoded one. False: stop the transfer.
    mutating func prepare(for status: HTTPResponse.Status, _ fields: HTTPFields, method: HTTPRequest.Method) -> Bool {
        let hasBody = method != .head && status.code != 204 && status.code != 304
        let isCoded = Self.contentEncoding.map { fields[$0] != nil } ?? false
        guard hasBody, !isCoded, let length = fields[values: .contentLength].first.flatMap(Int.init) else {
            return true
        }
        isOverLimit = length > limit
        if !isOverLimit, length > 0 { body.reserveCapacity(length) }
        return !isOverLimit
    }

    /// Takes in decoded bytes. False: the limit is exceeded, stop the transfer.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - body.count else {
            isOverLimit = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }
}
#endif
