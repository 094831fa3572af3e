#if os(Linux)
import Foundation
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The program seek-web as a process")
struct WebToolTests {
    @Test("serves until a signal, and ends with status 0", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let log = folder.file("log")
        let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "seek-web").path
        let environment = [
            "HOME": folder.url.path, "PATH": "/usr/bin:/bin", "LLVM_PROFILE_FILE": folder.path(of: "child.profraw"),
            // The test sends no search, so these addresses are not used.
            "SEEK_YOUTUBE_URL": "http://127.0.0.1:9", "SEEK_GITHUB_URL": "http://127.0.0.1:9",
        ]
        let program = try ChildProgram(path, ["--port", "0"], environment: environment, log: log)
        var port: UInt16?
        await eventually("the program prints its address") {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            port = text.firstMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+)\//).flatMap { UInt16($0.1) }
            return port != nil || !program.isRunning
        }
        let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        #expect(try await exchange(request, port: #require(port)).bodies == ["ok\n"])
        program.signal(signal)
        #expect(await program.status(within: .seconds(300)) == 0)
    }
}
#endif
