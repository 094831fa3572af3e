import SeekBasics
import SeekNetworking

/// A connection, which is served on its own thread.
struct ServerConnection {
    private let channel: ServerChannel
    private let core: ServerCore
    private var parser = RequestParser()
    /// The bytes of responses that have not been sent. Responses to pipelined requests are collected, up to about
    /// 1 MiB, and sent in one write.
    private var pending: [UInt8] = []
    private let number: Int
    /// The received bytes that have not been logged. Empty if requests are only counted.
    private var unlogged: [UInt8] = []
    /// The number of bytes logged since the start of the connection.
    private var loggedCount = 0

    /// The maximum number of bytes that are read after a rejection before the connection is closed.
    private static let drainLimit = 1 << 20

    init(channel: ServerChannel, core: ServerCore, number: Int) {
        self.channel = channel
        self.core = core
        self.number = number
    }

    /// Serves requests until either side closes the connection. The caller closes the socket.
    mutating func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        while respondToParsedRequests() {
            let count = channel.read(into: buffer)
            guard count > 0 else {
                if !unlogged.isEmpty { log(.incomplete, bytes: unlogged.count) }
                return
            }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if core.recordsRequests { unlogged += bytes }
            parser.receive(bytes)
        }
    }

    private mutating func log(_ outcome: LoopbackServer.Arrival.Outcome, bytes count: Int) {
        let bytes = Data(unlogged.prefix(count))
        unlogged.removeFirst(bytes.count)
        core.record(.init(bytes: bytes, outcome: outcome, connection: number))
    }

    /// Responds to every complete request. Returns false if the connection must be closed.
    private mutating func respondToParsedRequests() -> Bool {
        while true {
            switch parser.next() {
            case .needsBytes:
                return flush()
            case .expectsContinue:
                pending += "HTTP/1.1 100 Continue\r\n\r\n".utf8
                guard flush() else { return false }
            case .request(let request):
                guard respond(to: request) else { return false }
            case .rejected(let error):
                reject(error)
                return false
            }
        }
    }

    /// Responds to a complete request. Returns false if the connection must be closed.
    private mutating func respond(to parsed: ParsedRequest) -> Bool {
        guard let url = url(of: parsed.head.target) else {
            reject(.malformed("the target is not a path or a URL"))
            return false
        }
        let method = parsed.head.method
        let body = parsed.body.isEmpty ? nil : Data(parsed.body)
        let request = HTTPRequest(method: method, url: url, headerFields: parsed.head.fields, body: body)
        log(.request(request), bytes: parser.consumed - loggedCount)
        loggedCount = parser.consumed
        return send(core.handler(request), for: parsed)
    }

    /// Sends a reply. Returns false if the connection must be closed.
    private mutating func send(_ reply: LoopbackServer.Reply, for parsed: ParsedRequest) -> Bool {
        switch reply {
        case .response(let response):
            return send(response, to: parsed, framing: .length(declared: nil))
        case .chunked(let response, let size):
            return send(response, to: parsed, framing: .chunked(size: size))
        case .earlyHints(let fields, let response):
            pending += ResponseWriter.earlyHints(fields)
            return send(response, to: parsed, framing: .length(declared: nil))
        case .fault(let fault):
            if flush() { send(fault, to: parsed.head.method) }
            return false
        case .delayed(let delay, let reply):
            // Earlier responses must not wait for this one.
            guard flush(), !connectionEnds(within: delay) else { return false }
            return send(reply, for: parsed)
        }
    }

    private mutating func send(_ response: HTTPResponse, to parsed: ParsedRequest, framing: ResponseWriter.Framing)
        -> Bool
    {
        let closes =
            !parsed.head.keepsAlive || RequestHead.connectionOptions(response.headerFields).contains("close")
        pending += bytes(of: response, to: parsed.head.method, framing: framing, closes: closes)
        guard !closes else {
            if flush() { channel.endWriting() }
            return false
        }
        return pending.count < 1 << 20 || flush()
    }

    private func bytes(
        of response: HTTPResponse,
        to method: HTTPRequest.Method,
        framing: ResponseWriter.Framing = .length(declared: nil),
        closes: Bool = true
    ) -> [UInt8] {
        ResponseWriter.bytes(of: response, to: method, framing: framing, closes: closes, now: Date())
    }

    /// Sends the pending bytes. Returns false if the connection is broken.
    private mutating func flush() -> Bool {
        guard !pending.isEmpty else { return true }
        defer { pending.removeAll(keepingCapacity: true) }
        return channel.write(pending)
    }

    /// Returns the URL of a target in origin form (a path) or absolute form (RFC 9112 §3.2).
    private func url(of target: String) -> URL? {
        if target.hasPrefix("/") { return URL(string: core.baseURL.absoluteString + target) }
        return URL(string: target).flatMap { Origin($0) == nil ? nil : $0 }
    }

    /// Responds to an invalid request. Further bytes of the client are discarded for a while: closing with unread
    /// bytes would reset the connection, and the client would lose the response.
    private mutating func reject(_ error: RequestParsingError) {
        log(.rejected(status: error.status.code, reason: error.reason), bytes: unlogged.count)
        let response = HTTPResponse(
            status: error.status,
            headerFields: [.contentType: "text/plain"],
            body: Data("\(error.reason)\n".utf8)
        )
        pending += bytes(of: response, to: .get)
        guard flush() else { return }
        channel.endWriting()
        drain(limit: Self.drainLimit, milliseconds: 500)
    }

    /// Discards bytes until the client disconnects, `limit` bytes are discarded, or no bytes arrive for a number of
    /// milliseconds; -1 means no timeout.
    private func drain(limit: Int, milliseconds: Int32) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        var drained = 0
        while drained < limit, channel.socket.waitForBytes(milliseconds: milliseconds) {
            let count = channel.read(into: buffer)
            guard count > 0 else { return }
            drained += count
        }
    }

    /// Sends a fault. Failed writes are ignored, because the connection is closed afterwards.
    private func send(_ fault: LoopbackServer.Fault, to method: HTTPRequest.Method) {
        switch fault {
        case .resetBeforeResponse:
            channel.socket.resetOnClose()
        case .resetAfterHeaders:
            let start = HTTPResponse(body: Data("the rest is missing".utf8))
            _ = channel.write(bytes(of: start, to: method, framing: .length(declared: 1000)))
            channel.socket.resetOnClose()
        case .emptyResponse:
            channel.endWriting()
        case .truncatedBody(let response):
            _ = channel.write(truncatedBytes(of: response, to: method))
        case .truncatedChunked(let response):
            let chunk = ResponseWriter.chunk(response.body)
            _ = channel.write(bytes(of: response, to: method, framing: .rawChunks(chunk)))
        case .badChunk:
            let chunk = Array("zz\r\nnot a chunk\r\n".utf8)
            _ = channel.write(bytes(of: HTTPResponse(), to: method, framing: .rawChunks(chunk)))
        case .garbage:
            _ = channel.write([0x16, 0x03, 0x01, 0x02] + Array("this is not HTTP\r\n\r\n".utf8))
        case .bytes(let data):
            _ = channel.write(Array(data))
        case .endlessHeaders:
            let line = Array("X-Endless: \(String(repeating: "x", count: 1000))\r\n".utf8)
            _ = channel.write(Array("HTTP/1.1 200 OK\r\n".utf8))
            while channel.write(line) {}
        case .endlessBody:
            let chunk = ResponseWriter.chunk([UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024))
            _ = channel.write(bytes(of: HTTPResponse(), to: method, framing: .rawChunks([])))
            // The pause lets a client process other events, such as its own cancellation (URLSession on Linux).
            while method != .head, channel.write(chunk), !channel.socket.waitForEnd(within: .milliseconds(1)) {}
        case .stall:
            drain(limit: .max, milliseconds: -1)
        case .stallInBody(let response):
            if channel.write(truncatedBytes(of: response, to: method)) { drain(limit: .max, milliseconds: -1) }
        case .slow(let response, let interval):
            sendSlowly(bytes(of: response, to: method), interval: interval)
        case .wrongContentLength(let response, let declared):
            _ = channel.write(bytes(of: response, to: method, framing: .length(declared: declared)))
        }
    }

    private func truncatedBytes(of response: HTTPResponse, to method: HTTPRequest.Method) -> [UInt8] {
        var truncated = response
        truncated.body = response.body.prefix(response.body.count / 2)
        return bytes(of: truncated, to: method, framing: .length(declared: response.body.count))
    }

    private func sendSlowly(_ bytes: [UInt8], interval: Duration) {
        for byte in bytes {
            guard channel.write([byte]), !connectionEnds(within: interval) else { return }
        }
    }

    /// Waits for a duration, but at least a millisecond. Returns true early if the server stops or the client resets
    /// the connection; otherwise false.
    private func connectionEnds(within limit: Duration) -> Bool {
        channel.socket.waitForEnd(within: max(limit, .milliseconds(1)))
    }
}

/// The byte stream of a connection: its socket or a TLS session.
struct ServerChannel {
    let socket: Socket
    let session: TLSSession?

    /// Waits until bytes are available, and reads them. Returns their number; 0 if the peer has closed the connection
    /// or the connection is broken.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        session?.read(into: buffer) ?? max(socket.receive(into: buffer), 0)
    }

    /// Writes all bytes. Returns false if the connection is broken.
    func write(_ bytes: [UInt8]) -> Bool {
        session?.write(bytes) ?? socket.write(bytes)
    }

    func endWriting() {
        session?.endWriting()
        socket.endWriting()
    }
}
