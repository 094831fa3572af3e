#if os(Linux)

/// A proxy that opens a tunnel to a server on this machine, or responds with another status.
final class TunnelProxy: Sendable {
    private let server: RawServer
    private let recorder = Recorder<String>()

    var port: Int { Int(server.port) }
    /// The request line and the header fields of each request.
    var heads: [String] { recorder.all }

    init(to port: UInt16, status: String = "200 Connection established") throws {
        server = try RawServer { [recorder] connection in
            let head = RawServer.readHead(connection)
            recorder.record(head)
            RawServer.write(Array("HTTP/1.1 \(status)\r\n\r\n".utf8), to: connection)
            if status.hasPrefix("200") { RawServer.relay(connection, to: port) }
        }
    }
}
#endif
