import Foundation
import SeekBasics
import Testing

@testable import SeekWeb

@Suite("The command line of seek-web")
struct WebOptionsTests {
    @Test("a flag and its value are separated by a space or an equals sign")
    func flags() throws {
        let arguments = [
            "--port=0", "--listen", "::", "--token-file", "t", "--public-url=https://seek.example.com/", "--open",
            "--rate-limit", "0",
        ]
        var options = WebOptions()
        (options.port, options.address, options.tokenFile, options.opensBrowser) = (0, "::", "t", true)
        (options.publicURL, options.rateLimit) = (URL(string: "https://seek.example.com/"), 0)
        #expect(try WebInvocation.parse(arguments) == .serve(options))
        #expect(try WebInvocation.parse([]) == .serve(WebOptions()))
        #expect(try WebInvocation.parse(["--version"]) == .version)
        #expect(try WebInvocation.parse(["-h"]) == .help)
    }

    @Test(
        "an invalid command line is explained in one line",
        arguments: [
            (["--port"], "--port needs a value"), (["--port", "--open"], "--port needs a value"),
            (["--port", "65536"], "from 0 (any free one) to 65535"), (["--port=-1"], "not '-1'"),
            (["--listen", "example.com", "--token-file", "t"], "not 'example.com'"),
            (["--listen", "0.0.0.0"], "--listen 0.0.0.0 requires --token-file FILE"),
            (["--public-url", "https://seek.example.com"], "--public-url requires --token-file FILE"),
            (["--public-url", "https://seek.example.com/seek", "--token-file", "t"], "without a path"),
            (
                ["--public-url", "https://seek.example.com:99999", "--token-file", "t"],
                "--public-url takes a valid URL"
            ),
            (["--no-token", "--token-file", "t"], "--no-token and --token-file exclude each other"),
            (["--no-token", "--listen", "0.0.0.0"], "--listen 0.0.0.0 requires --token-file FILE"),
            (["--rate-limit", "-1"], "requests per minute"), (["--open=1"], "--open takes no value"),
            (["--prot", "1"], "did you mean '--port'?"), (["search"], "unexpected argument 'search'"),
        ]
    )
    func invalid(arguments: [String], message: String) {
        let error = #expect(throws: WebUsageError.self) { try WebInvocation.parse(arguments) }
        #expect(error?.description.contains(message) == true)
        #expect(error?.description.contains("\n") == false)
    }
}
