#if os(Linux)
import SeekBasics
import Testing

@testable import SeekWeb

@Suite("The user at the other end of a local connection")
struct LocalPeerTests {
    @Test(
        "is that of the socket with both endpoints",
        arguments: [
            ("0100007F:A1B2", "0100007F:222E", 1_000), ("0100007F:A1B3", "0100007F:222E", 1_001),
            ("0100007F:222E", "0100007F:A1B2", 0), ("0100007F:A1B2", "0100007F:222F", nil),
            // The client has closed its socket.
            ("0100007F:A1B4", "0100007F:222E", nil),
        ] as [(String, String, UInt32?)]
    )
    func table(client: String, server: String, user: UInt32?) {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:222E 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 27 1
               1: 0100007F:222E 0100007F:A1B2 01 00000000:00000000 00:00000000 00000000     0        0 31 1
               2: 0100007F:A1B2 0100007F:222E 01 00000000:00000000 00:00000000 00000000  1000        0 32 1
               3: 0100007F:A1B3 0100007F:222E 01 00000000:00000000 00:00000000 00000000  1001        0 33 1
               4: 0100007F:A1B4 0100007F:222E 05 00000000:00000000 00:00000000 00000000     0        0 0 1
            short
            """
        #expect(LocalPeer.userID(in: table, from: client, to: server) == user)
    }
}

@Suite("The addresses of a server")
struct MachineAddressesTests {
    @Test(
        "are the one it listens on; for 0.0.0.0, those of all interfaces in IPv4, and for ::, those in IPv6 as well",
        arguments: [
            ("0.0.0.0", ["127.0.0.1", "192.0.2.7"]), ("::", ["::1", "127.0.0.1", "192.0.2.7", "2001:db8::7"]),
            ("192.0.2.7", ["192.0.2.7"]), ("127.0.0.1", ["127.0.0.1"]),
        ]
    )
    func reachable(address: String, expected: [String]) {
        let interfaces = ["127.0.0.1", "192.0.2.7", "::1", "2001:db8::7"]
        #expect(MachineAddresses.reachable(listeningOn: address, interfaces: interfaces) == expected)
    }

    @Test(
        "without known interfaces, the loopback address remains",
        arguments: [("0.0.0.0", "127.0.0.1"), ("::", "::1")]
    )
    func unknown(address: String, loopback: String) {
        #expect(MachineAddresses.reachable(listeningOn: address, interfaces: []) == [loopback])
    }
}

@Suite("The body of a response with events")
struct EventBodyTests {
    @Test("a client that receives slowly receives the latest event after the one that is being sent")
    func slowClient() throws {
        let body = EventBody(AsyncStream { _ in })
        // The connection is used only if there is nothing to send.
        let connection = ConnectionHandle(pointer: try #require(OpaquePointer(bitPattern: 1)))
        var received: [UInt8] = []
        func read(_ size: Int) -> EventBody.ReadResult {
            var buffer = [UInt8](repeating: 0, count: size)
            let result = buffer.withUnsafeMutableBytes { body.read(into: $0, suspending: connection) }
            if case .bytes(let count) = result { received += buffer[..<count] }
            return result
        }
        body.write("first event\n")
        #expect(read(5) == .bytes(5))
        for number in 1...100 { body.write("event \(number)\n") }
        body.end(with: .end)
        while case .bytes = read(7) {}
        #expect(String(decoding: received, as: UTF8.self) == "first event\nevent 100\n")
        #expect(read(7) == .end)
    }
}
#endif
