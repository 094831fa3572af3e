#if os(Linux)
import BenchKit
import Foundation
import SeekTestHelpers

/// nginx with one process, which serves a file.
final class StaticServer: Sendable {
    /// The URL of the file.
    let url: URL
    private let child: ChildProgram
    private let folder: TemporaryFolder

    /// Starts the server.
    ///
    /// - Parameter page: The content of the file.
    init(page: Data) async throws {
        folder = try TemporaryFolder()
        try folder.write(page, to: "page.html")
        // The port is free, because the system has just assigned it to a server that has ended.
        let endedServer = try LoopbackServer { _ in .fault(.emptyResponse) }
        let port = endedServer.port
        endedServer.stop()
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temporary-\($0);" }
        try folder.write(
            """
            daemon off; master_process off; pid nginx.pid; error_log nginx.log;
            events { worker_connections 512; }
            http {
                access_log off; sendfile on; tcp_nodelay on; keepalive_requests 100000000;
                open_file_cache max=10 inactive=300s; \(folders.joined(separator: " "))
                server { listen 127.0.0.1:\(port); root .; }
            }
            """,
            to: "nginx.conf"
        )
        child = try ChildProgram(
            "nginx",
            ["-p", folder.url.path, "-c", "nginx.conf", "-e", "nginx.log"],
            log: folder.file("output")
        )
        guard let url = URL(string: "http://127.0.0.1:\(port)/page.html") else {
            throw BenchFailure(description: "no URL for port \(port)")
        }
        self.url = url
        while (try? RawClient(port: port)) == nil {
            guard child.isRunning else { throw BenchFailure(description: "nginx did not start") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Ends the server.
    func end() { child.end() }
}
#endif
