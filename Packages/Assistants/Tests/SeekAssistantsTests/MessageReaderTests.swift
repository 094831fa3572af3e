import Foundation
import SeekAssistants
import SeekBasics
import Testing

@Suite("A reader of messages")
struct MessageReaderTests {
    private func messages(_ chunks: [[UInt8]], maximumSize: Int = 1 << 20) -> [ClientMessage] {
        var reader = MessageReader(maximumSize: maximumSize)
        return chunks.flatMap { chunk in
            reader.append(chunk)
            return Array(sequence(state: ()) { _ in reader.next() })
        }
    }

    @Test(
        "accepts requests with string and integer ids, and notifications",
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
                .request(id: 1, method: "ping", params: [:])
            ),
            (
                #" {"jsonrpc":"2.0","id":"a","method":"ping","params":{"b":[1]}} "#,
                .request(id: "a", method: "ping", params: ["b": [1]])
            ),
            (#"{"jsonrpc":"2.0","id":-0,"method":"x"}"#, .request(id: 0, method: "x", params: [:])),
            (#"{"jsonrpc":"2.0","id":"","method":"x"}"#, .request(id: "", method: "x", params: [:])),
            (#"{"jsonrpc":"2.0","method":"n","params":{}}"#, .notification(method: "n", params: [:])),
            (#"{"jsonrpc":"2.0","id":4,"result":{}}"#, .response),
            (#"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":""}}"#, .response),
            // Half of a surrogate pair.
            (
                #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"q":"\ud83d"}}"#,
                .request(id: 1, method: "x", params: ["q": "\u{FFFD}"])
            ),
        ] as [(String, ClientMessage)]
    )
    func valid(line: String, message: ClientMessage) {
        #expect(messages([Array((line + "\n").utf8)]) == [message])
        #expect(messages((line + "\r\n").utf8.map { [$0] }) == [message])
    }

    @Test(
        "reports a line that is not a message, with its id if it has a valid one",
        arguments: [
            ("{", -32700, .null), ("nul", -32700, .null), (#"{"jsonrpc":"2.0","id":1,"method":"pi"#, -32700, .null),
            ("[]", -32600, .null), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, .null),
            ("1", -32600, .null), (#"{"id":1,"method":"ping"}"#, -32600, 1),
            (#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32600, "a"),
            (#"{"jsonrpc":"2.0","id":1}"#, -32600, 1), (#"{"jsonrpc":"2.0","id":1,"method":2}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, .null),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, .null),
            (#"{"jsonrpc":"2.0","id":1e40,"method":"ping"}"#, -32600, .null),
            (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, .null),
            (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32600, .null),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"a"}"#, -32602, 1),
            (String(repeating: "[", count: 100_000), -32700, .null),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"x","params":"# + String(repeating: #"{"a":"#, count: 600), -32700,
                .null
            ),
        ] as [(String, Int, JSONValue)]
    )
    func invalid(line: String, code: Int, id: JSONValue) {
        guard case .invalid(let foundID, let error)? = messages([Array((line + "\n").utf8)]).first else {
            Issue.record("the line is a message")
            return
        }
        #expect(error.code == code)
        #expect(foundID == id)
    }

    @Test("reports invalid UTF-8, and reads the next line")
    func invalidUTF8() {
        let found = messages([[0x22, 0xFF, 0x22, 0x0A], Array("\n \n{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n".utf8)])
        #expect(found.count == 2)
        #expect(found.last == .notification(method: "n", params: [:]))
    }

    @Test("skips a line of 64 MB without storing it, and reports it once", arguments: [1 << 20])
    func largeLine(chunkSize: Int) {
        var reader = MessageReader()
        var found: [ClientMessage] = []
        let chunk = [UInt8](repeating: UInt8(ascii: "a"), count: chunkSize)
        for _ in 0..<((64 << 20) / chunkSize) {
            reader.append(chunk)
            while let message = reader.next() { found.append(message) }
        }
        reader.append("\n{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n".utf8)
        while let message = reader.next() { found.append(message) }
        #expect(found.count == 2)
        #expect(found.last == .notification(method: "n", params: [:]))
    }

    @Test("accepts a line of the maximum size, and reports a longer one")
    func maximumSize() {
        let line = #"{"jsonrpc":"2.0","method":"n"}"#
        let count = line.utf8.count
        #expect(messages([Array((line + "\n").utf8)], maximumSize: count) == [.notification(method: "n", params: [:])])
        let tooLarge = messages([Array((line + "\n" + line + "\n").utf8)], maximumSize: count - 1)
        #expect(tooLarge.count == 2)
        #expect(messages((line + "\n").utf8.map { [$0] }, maximumSize: count - 1).count == 1)
    }
}
