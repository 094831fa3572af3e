public import SeekBasics

/// A message of a client, or the reason why a line is none.
public enum ClientMessage: Sendable, Hashable {
    /// A request. The id is a string or an integer.
    case request(id: JSONValue, method: String, params: JSONValue)
    /// A notification, which has no response.
    case notification(method: String, params: JSONValue)
    /// A response to a request of the server, which sends none.
    case response
    /// A line that is not a message. The id is null if it is unknown.
    case invalid(id: JSONValue, RPCError)
}

/// An error of the protocol: a code of JSON-RPC or of the Model Context Protocol, and a message.
public struct RPCError: Error, Sendable, Hashable {
    /// The code, such as -32602.
    public var code: Int
    /// What is wrong, and what to do.
    public var message: String
    /// Values for the client; null for none.
    public var data: JSONValue = .null

    static func parse(_ message: String) -> RPCError { RPCError(code: -32700, message: message) }
    static func invalidRequest(_ message: String) -> RPCError { RPCError(code: -32600, message: message) }
    static func invalidParams(_ message: String) -> RPCError { RPCError(code: -32602, message: message) }

    /// The response with this error.
    func response(to id: JSONValue) -> JSONValue {
        var error: JSONObject = ["code": .number(code), "message": .string(message)]
        if !data.isNull { error = error.merging(["data": data]) }
        return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
    }
}

/// Divides the bytes of a client into messages of JSON-RPC 2.0, one for each line.
///
/// A line that is longer than ``maximumSize`` is reported once and skipped without being stored.
public struct MessageReader: Sendable {
    /// The maximum size of a message in bytes.
    public let maximumSize: Int
    private var buffer: [UInt8] = []
    /// The position in ``buffer`` of the first byte that has not been returned.
    private var start = 0
    /// The position of the first byte that was not compared with a line end.
    private var scanned = 0
    private var isSkipping = false

    /// Creates a reader. By default, a message has at most 1 MiB: the largest useful one has some kilobytes.
    public init(maximumSize: Int = 1 << 20) { self.maximumSize = maximumSize }

    /// Adds bytes. Call ``next()`` until it returns nil before adding more.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.removeFirst(start)
        scanned -= start
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// Returns the next message; nil if its line is not complete. Empty lines are skipped.
    public mutating func next() -> ClientMessage? {
        while let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = buffer[start..<end]
            (start, scanned) = (end + 1, end + 1)
            if isSkipping {
                isSkipping = false
            } else if line.count > maximumSize {
                return tooLarge
            } else if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
                return Self.message(line)
            }
        }
        scanned = buffer.endIndex
        guard isSkipping || scanned - start > maximumSize else { return nil }
        defer { isSkipping = true }
        (buffer, start, scanned) = ([], 0, 0)
        return isSkipping ? nil : tooLarge
    }

    private var tooLarge: ClientMessage {
        .invalid(id: .null, .invalidRequest("the message is larger than \(maximumSize) bytes; send a smaller one"))
    }

    private static func message(_ line: ArraySlice<UInt8>) -> ClientMessage {
        guard String(validating: line, as: UTF8.self) != nil else {
            return .invalid(id: .null, .parse("the message is not UTF-8"))
        }
        do throws(JSONSyntaxError) {
            // A client may have cut a string between the halves of a surrogate pair.
            return message(try JSONValue(json: line, isLenient: true))
        } catch {
            return .invalid(id: .null, .parse("the message is not JSON: \(error)"))
        }
    }

    private static func message(_ value: JSONValue) -> ClientMessage {
        guard let object = value.object else {
            let isBatch = value.array != nil
            return .invalid(
                id: .null,
                .invalidRequest(isBatch ? "batches are not supported; send each message in a line" : "not an object")
            )
        }
        let id = object["id"]
        let validID = id.flatMap { $0.string != nil || $0.integer != nil ? $0 : JSONValue?.none }
        guard value["jsonrpc"].string == "2.0" else {
            return .invalid(id: validID ?? .null, .invalidRequest("jsonrpc must be \"2.0\""))
        }
        guard let method = value["method"].string else {
            let isResponse = object["method"] == nil && (object["result"] != nil || object["error"] != nil)
            return isResponse ? .response : .invalid(id: validID ?? .null, .invalidRequest("method must be a string"))
        }
        let params = object["params"] ?? [:]
        guard id != nil else { return .notification(method: method, params: params) }
        guard let validID else {
            return .invalid(id: .null, .invalidRequest("id must be a string or an integer"))
        }
        guard params.object != nil else {
            return .invalid(id: validID, .invalidParams("params must be an object"))
        }
        return .request(id: validID, method: method, params: params)
    }
}
