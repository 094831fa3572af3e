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

/// Parses the bytes that a server sends. The size of a reply and the length of an array are limited.
///
/// Not thread-safe: one thread parses at a time.
final class ReplyParser {
    private let reader: UnsafeMutablePointer<redisReader>
    private let maximumReplySize: Int
    /// The bytes of the reply that has not arrived completely.
    private var incompleteSize = 0

    /// - Parameter maximumReplySize: The size of a reply in bytes, with the start of the next one, that is not exceeded.
    init(maximumReplySize: Int) throws(RedisError) {
        guard let reader = redisReaderCreate() else { throw .outOfResources("out of memory") }
        // The size in bytes up to which hiredis retains its buffer between replies.
        reader.pointee.maxbuf = 256 << 10
        reader.pointee.fn = ReplyFunctions.bounded
        self.reader = reader
        self.maximumReplySize = maximumReplySize
    }

    deinit { redisReaderFree(reader) }

    /// Returns the replies that end in these bytes. After an error, the parser must not be used.
    func parse(_ bytes: UnsafeRawBufferPointer) throws(RedisError) -> [RedisValue] {
        guard redisReaderFeed(reader, bytes.baseAddress, bytes.count) == REDIS_OK else {
            throw .outOfResources("out of memory")
        }
        var replies: [RedisValue] = []
        while true {
            var reply: UnsafeMutableRawPointer?
            guard redisReaderGetReply(reader, &reply) == REDIS_OK else { throw .unexpectedReply }
            guard let reply else { break }
            defer { freeReplyObject(reply) }
            replies.append(RedisValue(reply.assumingMemoryBound(to: redisReply.self)))
        }
        incompleteSize = replies.isEmpty ? incompleteSize + bytes.count : 0
        guard incompleteSize <= maximumReplySize else { throw .unexpectedReply }
        return replies
    }
}

/// The functions with which hiredis creates replies. It allocates an array when its length has arrived, before its
/// elements, so the length is limited.
private enum ReplyFunctions {
    /// The maximum number of elements. The longest replies are those to `SCAN`, with about a thousand.
    private static let maximumLength = 1 << 16

    /// The functions of hiredis.
    private static let original: redisReplyObjectFunctions = {
        guard let reader = redisReaderCreate() else { return redisReplyObjectFunctions() }
        defer { redisReaderFree(reader) }
        return reader.pointee.fn.pointee
    }()

    /// `nonisolated(unsafe)` because the functions are never changed after this initialization. Never deallocated.
    nonisolated(unsafe) static let bounded: UnsafeMutablePointer<redisReplyObjectFunctions> = {
        let functions = UnsafeMutablePointer<redisReplyObjectFunctions>.allocate(capacity: 1)
        functions.initialize(to: original)
        functions.pointee.createArray = { task, length in
            length <= maximumLength ? original.createArray(task, length) : nil
        }
        return functions
    }()
}
#endif
