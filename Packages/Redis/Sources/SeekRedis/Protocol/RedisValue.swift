#if os(Linux)
import CHiredis
import SeekBasics

/// A reply of Redis (RESP2).
enum RedisValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case bytes(Data)
    case array([RedisValue])
    case error(code: String, message: String)

    /// Copies a reply of hiredis.
    init(_ reply: UnsafePointer<redisReply>) {
        switch reply.pointee.type {
        case REDIS_REPLY_INTEGER: self = .integer(reply.pointee.integer)
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS:
            self = reply.pointee.str.map { .bytes(Data(bytes: $0, count: reply.pointee.len)) } ?? .null
        case REDIS_REPLY_ARRAY:
            self = .array(
                (0..<reply.pointee.elements).map { index in
                    reply.pointee.element?[index].map { RedisValue($0) } ?? .null
                }
            )
        case REDIS_REPLY_ERROR:
            let text = reply.pointee.str.map { String(cString: $0) } ?? ""
            let parts = text.split(separator: " ", maxSplits: 1)
            self = .error(
                code: parts.first.map(String.init) ?? "",
                message: parts.dropFirst().first.map(String.init) ?? ""
            )
        default: self = .null
        }
    }

    /// The value as an integer, if it is one or a string that represents one.
    var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .bytes: text.flatMap { Int64($0) }
        default: nil
        }
    }

    var bytes: Data? { if case .bytes(let bytes) = self { bytes } else { nil } }

    /// The text, if the value is a string; invalid UTF-8 is replaced.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    var array: [RedisValue]? { if case .array(let elements) = self { elements } else { nil } }
}
#endif
