#if os(Linux)
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@testable import SeekWeb

@Suite("The user at the other end of a local connection")
struct LocalPeerTests {
    @Test("is the user of the client's process", arguments: ["127.0.0.1", "::1"])
    func userID(address: String) async throws {
        let users = Mutex<[UInt32?]>([])
        let route = Route(.get, "/") { request, _ in
            users.withLock { $0.append(request.clientUserID()) }
            return WebResponse("home", type: "text/plain")
        }
        let server: WebServer
        do {
            server = try WebServer(WebApplication(routes: [route]), address: address)
        } catch {
            // A machine without IPv6.
            return #expect(address == "::1")
        }
        let target = "http://\(address == "::1" ? "[::1]" : address):\(server.port)/"
        let folder = try? TemporaryFolder()
        let curl = folder.flatMap { try? ChildProgram("curl", ["-s", target], log: $0.file("log")) }
        #expect(await curl?.status(within: .seconds(60)) == 0)
        await server.stop()
        #expect(users.withLock { $0 } == [geteuid()])
    }

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
#endif
