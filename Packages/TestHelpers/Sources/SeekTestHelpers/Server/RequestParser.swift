import SeekNetworking

/// An incremental parser of the requests on a connection (RFC 9112). A pure value that maps bytes to events.
///
/// Supports `Content-Length`, chunked bodies and pipelined requests, and rejects malformed requests, ambiguous ones
/// (two body lengths), and ones that exceed the limits. After a rejection no further request is parsed.
struct RequestParser: Sendable {
    /// The maximum sizes of a request, in bytes.
    struct Limits: Sendable {
        /// The request line with the header fields. The trailer has the same limit.
        var head = 64 * 1024
        /// The body without chunk framing.
        var body = 256 * 1024 * 1024
    }

    enum Event: Sendable, Hashable {
        case needsBytes
        /// The client waits for `100 Continue` before it sends the body.
        case expectsContinue
        case request(ParsedRequest)
        /// The request is rejected; the connection must be closed.
        case rejected(RequestParsingError)
    }

    private enum State: Sendable {
        case requestLine
        case fields
        case body(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailer
        case rejected(RequestParsingError)
    }

    private let limits: Limits
    private var buffer: [UInt8] = []
    /// The offset of the first byte that has not been consumed.
    private var start = 0
    /// The offset of the first byte that has not been searched for a line end.
    private var scanned = 0
    private var state = State.requestLine
    private var headSize = 0
    private var head = RequestHead()
    private var body: [UInt8] = []
    /// The number of consumed bytes that have been removed from the buffer.
    private var removed = 0

    /// The number of bytes consumed since the start of the connection.
    var consumed: Int { removed + start }

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Appends received bytes. ``next()`` returns the resulting events.
    mutating func receive(_ bytes: some Collection<UInt8>) {
        removed += start
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: true)
        } else if start > 0 {
            buffer.removeSubrange(..<start)
        }
        scanned -= start
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// Returns the next event. Call it until it returns `needsBytes` or `rejected`.
    mutating func next() -> Event {
        do throws(RequestParsingError) {
            while true {
                if let event = try step() { return event }
            }
        } catch {
            state = .rejected(error)
            return .rejected(error)
        }
    }

    /// Advances the state machine by one state; returns nil if that produced no event.
    private mutating func step() throws(RequestParsingError) -> Event? {
        switch state {
        case .requestLine:
            guard let line = try takeHeadLine() else { return .needsBytes }
            // A client may send an empty line before its request (RFC 9112 §2.2).
            guard !line.isEmpty else { return nil }
            try head.parseRequestLine(buffer[line])
            state = .fields
        case .fields:
            guard let line = try takeHeadLine() else { return .needsBytes }
            guard line.isEmpty else {
                try head.parseField(buffer[line])
                return nil
            }
            return try beginBody()
        case .body(let remaining):
            guard let missing = takeBody(remaining) else { return .needsBytes }
            state = .body(remaining: missing)
            return missing == 0 ? finish() : nil
        case .chunkSize:
            guard let line = try takeHeadLine() else { return .needsBytes }
            headSize = 0
            let size = try RequestHead.chunkSize(buffer[line])
            guard size <= limits.body - body.count else { throw .bodyTooLarge }
            state = size == 0 ? .trailer : .chunk(remaining: size)
        case .chunk(let remaining):
            guard let missing = takeBody(remaining) else { return .needsBytes }
            state = missing == 0 ? .chunkEnd : .chunk(remaining: missing)
        case .chunkEnd:
            guard let line = try takeHeadLine() else { return .needsBytes }
            guard line.isEmpty else { throw .malformed("a chunk is longer than its size") }
            state = .chunkSize
        case .trailer:
            guard let line = try takeHeadLine() else { return .needsBytes }
            return line.isEmpty ? finish() : nil
        case .rejected(let error):
            return .rejected(error)
        }
        return nil
    }

    private mutating func beginBody() throws(RequestParsingError) -> Event? {
        headSize = 0
        switch try head.framing() {
        case .none:
            return finish()
        case .length(let length):
            guard length <= limits.body else { throw .bodyTooLarge }
            state = .body(remaining: length)
        case .chunked:
            state = .chunkSize
        }
        return head.expectsContinue && start == buffer.count ? .expectsContinue : nil
    }

    private mutating func finish() -> Event {
        let request = ParsedRequest(head: head, body: body)
        head = RequestHead()
        body = []
        headSize = 0
        state = .requestLine
        return .request(request)
    }

    /// Moves up to `count` bytes to the body, and returns the number of missing ones; nil if no bytes are available.
    private mutating func takeBody(_ count: Int) -> Int? {
        let available = min(count, buffer.count - start)
        guard available > 0 else { return nil }
        body.append(contentsOf: buffer[start..<start + available])
        start += available
        scanned = start
        return count - available
    }

    /// Takes the next line without its end (CR LF, or LF alone: RFC 9112 §2.2), counted against the limit of the head.
    private mutating func takeHeadLine() throws(RequestParsingError) -> Range<Int>? {
        guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = buffer.count
            guard headSize + buffer.count - start <= limits.head else { throw .headTooLarge }
            return nil
        }
        headSize += end + 1 - start
        guard headSize <= limits.head else { throw .headTooLarge }
        let hasReturn = end > start && buffer[end - 1] == UInt8(ascii: "\r")
        let line = start..<(hasReturn ? end - 1 : end)
        start = end + 1
        scanned = start
        return line
    }
}
