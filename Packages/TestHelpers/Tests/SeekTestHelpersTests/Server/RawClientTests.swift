import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("RawClient")
struct RawClientTests {
    private func server(_ reply: LoopbackServer.Reply = .response(HTTPResponse(body: Data("東 a".utf8)))) throws
        -> LoopbackServer
    {
        try LoopbackServer { _ in reply }
    }

    private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private let lastRequest = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    @Test("exchange(_:) sends the given bytes and returns the received text and how the connection ended")
    func exchange() throws {
        let server = try server()
        let response = try RawClient(port: server.port).exchange(request + lastRequest)
        #expect(response.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(!response.isReset)
        #expect(response.bodies == ["東 a", "東 a"])
        #expect(server.arrivals.map(\.bytes) == [Data(request.utf8), Data(lastRequest.utf8)])
        let broken = try self.server(.fault(.resetAfterHeaders))
        #expect(try RawClient(port: broken.port).exchange(request).isReset)
        let garbage = try self.server(.fault(.garbage))
        let garbageResponse = try RawClient(port: garbage.port).exchange(request)
        #expect(garbageResponse.bodies.isEmpty)
        #expect(garbageResponse.text.contains("this is not HTTP"))
    }

    @Test("reads consume only the requested bytes")
    func partialReads() throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        #expect(client.send(Array(lastRequest.utf8)))
        #expect(client.read(until: "\r\n") == "HTTP/1.1 200 OK\r\n")
        #expect(client.read(until: "\r\n\r\n").hasSuffix("\r\n\r\n"))
        var buffer = [UInt8](repeating: 0, count: 3)
        let count = buffer.withUnsafeMutableBytes { client.receive(into: $0) }
        #expect(count == 3)
        #expect(String(decoding: buffer, as: UTF8.self) == "東")
        #expect(client.read(until: "never") == " a")
        #expect(buffer.withUnsafeMutableBytes { client.receive(into: $0) } == 0)
    }

    @Test("a closed client transfers nothing")
    func closedClient() throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        client.close()
        client.close()
        #expect(!client.send(request))
        #expect(client.exchange(request).text.isEmpty)
    }

    @Test("connecting to an unused port throws the system's message")
    func unusedPort() {
        // Port 1 is outside of the range of ports that the system assigns.
        let failure = #expect(throws: RawClient.Failure.self) { try RawClient(port: 1) }
        #expect(failure?.description == "port 1: Connection refused")
    }
}
