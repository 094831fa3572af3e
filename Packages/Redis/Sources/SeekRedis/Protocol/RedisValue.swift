import SeekBasics

#if os(Linux)
import CHiredis
#endif

/// A reply of Redis (RESP2). Its numbers are unchecked; `Replies.swift` converts them to values of the domain.
enum RedisValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case bytes(Data)
    case array([RedisValue])
    case error(code: String, message: String)

    var bytes: Data? { if case .bytes(let bytes) = self { bytes } else { nil } }

    /// The text, if the value is a string; invalid UTF-8 is replaced.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    var array: [RedisValue]? { if case .array(let elements) = self { elements } else { nil } }
}

#if os(Linux)
extension RedisValue {
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
            // Errors appear in messages; Redis itself sends shorter ones.
            let text = Data(bytes: reply.pointee.str, count: min(reply.pointee.len, 500))
            let parts = String(decoding: text, as: UTF8.self).split(separator: " ", maxSplits: 1)
            self = .error(
                code: parts.first.map(String.init) ?? "",
                message: parts.dropFirst().first.map(String.init) ?? ""
            )
        default: self = .null
        }
    }
}
#endif
