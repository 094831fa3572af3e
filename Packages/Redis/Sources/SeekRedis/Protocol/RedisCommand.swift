import SeekBasics

/// An argument of a command or a script.
enum RedisArgument: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case bytes(Data)
    case integer(Int64)

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }

    /// Returns a duration in milliseconds, rounded up, because less than a millisecond would otherwise expire at once.
    static func milliseconds(_ duration: Duration) -> RedisArgument {
        let milliseconds = (duration / .milliseconds(1)).rounded(.up)
        return .integer(Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

/// A command in the form in which it is sent: an array of strings in RESP
/// (https://redis.io/docs/latest/develop/reference/protocol-spec/).
struct RedisCommand: Sendable {
    private(set) var bytes: [UInt8] = []

    init(_ arguments: [RedisArgument]) {
        append("*\(arguments.count)\r\n".utf8)
        for argument in arguments {
            switch argument {
            case .text(let text): appendString(text.utf8)
            case .bytes(let data): appendString(data)
            case .integer(let number): appendString("\(number)".utf8)
            }
        }
    }

    private mutating func appendString(_ string: some Collection<UInt8>) {
        append("$\(string.count)\r\n".utf8)
        append(string)
        append("\r\n".utf8)
    }

    private mutating func append(_ content: some Sequence<UInt8>) { bytes.append(contentsOf: content) }
}

/// A Lua script, which the server runs atomically.
///
/// ``RedisConnection`` calls it by its digest. Each script accesses keys of one hash tag only, so that it also runs on
/// a cluster.
struct RedisScript: Sendable, Hashable {
    let source: String
    let digest: String

    init(_ source: String) {
        self.source = source
        digest = SHA1.hexDigest(of: source.utf8)
    }

    /// The first lines of scripts: the time `now` in milliseconds, and a function that converts a stored value to an
    /// integer from 0 to 2⁵³. Keys may have any values, and Lua does not report overflows.
    static let prelude = """
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local function number(value)
          value = tonumber(value) or 0
          if value ~= value then return 0 end
          return math.floor(math.min(math.max(0, value), 9007199254740992))
        end
        """
}
