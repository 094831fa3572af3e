#if os(Linux)
import SeekBasics

/// A proxy that opens a tunnel to a server on this machine, or responds with another status.
final class TunnelProxy: Sendable {
    private let server: RawServer
    private let record = Record()

    var port: Int { Int(server.port) }
    /// The headers of the requests.
    var heads: [String] { record.heads.withLock(\.self) }

    private final class Record: Sendable {
        let heads = Mutex<[String]>([])
    }

    init(to port: UInt16, status: String = "200 Connection established") throws {
        server = try RawServer { [record] connection in
            let head = RawServer.readHead(connection)
            record.heads.withLock { $0.append(head) }
            RawServer.write(Array("HTTP/1.1 \(status)\r\n\r\n".utf8), to: connection)
            if status.hasPrefix("200") { RawServer.relay(connection, to: port) }
        }
    }
}
#endif
