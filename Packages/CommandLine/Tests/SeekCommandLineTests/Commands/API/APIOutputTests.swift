import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("The request body and the output of seek api")
struct APIOutputTests {
    private let folder: TemporaryFolder
    private let transport = StubTransport(strictness: .lenient)

    init() throws {
        folder = try TemporaryFolder()
        transport.stub(.any, "https://api.github.com/list", returning: .json([]))
    }

    private func api(
        _ arguments: [String],
        input: any LineInput = NoInput(),
        environment: [String: String] = ["GH_TOKEN": "t", "PATH": "/usr/bin:/bin"],
        terminal: Terminal? = nil
    ) async -> Outcome {
        let transport = transport
        return await runCommand(["api"] + arguments, environment: environment, input: input, terminal: terminal) {
            $0.client.transport = transport
        }
    }

    private var sent: HTTPRequest? { transport.received.last }

    private static let contents: [[UInt8]] = [
        [0, 1, 0xFF, 0xFE, 0x0A, 0x0A], Array("a\r\nb\n\n\n".utf8), [0x0D], [],
        (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) },
    ]

    @Test("standard input is sent unchanged as the body, or decoded as UTF-8 in a field", arguments: contents.indices)
    func bytesOfStandardInput(index: Int) async throws {
        let bytes = Data(Self.contents[index])
        let file = try FileHandle(forReadingFrom: folder.write(bytes, to: "body"))
        let outcome = await api(["list", "--input", "-"], input: DescriptorInput(descriptor: file.fileDescriptor))
        #expect(outcome.status == .success, "\(outcome)")
        #expect(sent?.body == bytes)
        try file.seek(toOffset: 0)
        _ = await api(["list", "-F", "a=@-"], input: DescriptorInput(descriptor: file.fileDescriptor))
        let text = try JSONDecoder().decode([String: String].self, from: #require(sent?.body))
        #expect(text == ["a": String(decoding: bytes, as: UTF8.self)])
    }

    @Test("no request is sent if standard input cannot be read")
    func unreadableStandardInput() async throws {
        let directory = open(folder.url.path, O_RDONLY | O_CLOEXEC)
        defer { close(directory) }
        let outcome = await api(["list", "--input", "-"], input: DescriptorInput(descriptor: directory))
        #expect(outcome.messages == "seek: --input: cannot read standard input\n")
        #expect(transport.received.isEmpty)
    }

    @Test(
        "files may be pipes, as in a process substitution",
        arguments: [["--input", "FILE"], ["-F", "a=@FILE"]]
    )
    func pipes(flags: [String]) async throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("[1]\r\n".utf8))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let outcome = await api(["list"] + flags.map { $0.replacing("FILE", with: path) })
        #expect(outcome.status == .success, "\(outcome)")
        let body = sent?.body.map { String(decoding: $0, as: UTF8.self) }
        #expect(body == (flags[0] == "-F" ? #"{"a":"[1]\r\n"}"# + "\n" : "[1]\r\n"))
        try pipe.fileHandleForReading.close()
    }

    @Test(
        "on a terminal, white space between JSON values is not escaped",
        arguments: ["{\r\n\t\"a\":\t1\r\n}", "{\r\t\"a\": 1\r}"]
    )
    func whiteSpaceInJSON(object: String) {
        func output(_ body: String, isLast: Bool) -> String {
            let response = HTTPResponse(headerFields: [.contentType: "application/json"], body: Data(body.utf8))
            var writer = PageWriter(includesHead: false, formatter: JSONFormatter(isColored: false))
            var output: [UInt8] = []
            writer.add(response, isLast: isLast) { output += $0 }
            writer.end { output += $0 }
            return String(decoding: output, as: UTF8.self)
        }
        #expect(output(object, isLast: true) == "{\n  \"a\": 1\n}\n")
        #expect(output("[\(object)]", isLast: false) == "[\n  {\n    \"a\": 1\n  }\n]\n")
    }

    @Test(
        "JSON is indented without changing its values",
        arguments: [
            ("[]", "[]"), ("{}", "{}"), ("1.50", "1.50"), (#"{"b":[1,{"a":null}],"a":{}}"#, nil),
            (#"["a\"]b",true]"#, "[\n  \"a\\\"]b\",\n  true\n]"), ("[[],[1]]", "[\n  [],\n  [\n    1\n  ]\n]"),
        ] as [(String, String?)]
    )
    func indentedJSON(json: String, expected: String?) {
        let formatted = JSONFormatter(isColored: false).formatted(json.utf8)
        if let expected { #expect(formatted == expected) }
        #expect(formatted.filter { !$0.isWhitespace } == json.filter { !$0.isWhitespace })
    }
    @Test("the indentation of nested JSON is limited, so that the output is not quadratic in the input")
    func deepJSON() {
        let count = 40_000
        for json in [
            String(repeating: "[", count: count), String(repeating: "{\"a\":", count: count),
            String(repeating: "[", count: 100) + String(repeating: "1,", count: count),
        ] {
            var (size, largestPiece) = (0, 0)
            JSONFormatter(isColored: true).write(json.utf8) { piece in
                size += piece.count
                largestPiece = max(largestPiece, piece.count)
            }
            #expect(size < 200 * json.utf8.count)
            #expect(largestPiece < 100_000)
        }
    }

    @Test(
        "JSON that is nested deeply is recognized, whatever its strings contain",
        arguments: [
            ("[", 33, true), ("[", 32, false), ("[]", 100, false), ("\"[\",", 100, false), ("\"\\\"[\",", 100, false),
            ("{\"\\\\\":[", 17, true),
        ]
    )
    func isDeep(part: String, count: Int, expected: Bool) {
        #expect(JSONFormatter.isDeep(String(repeating: part, count: count).utf8) == expected)
    }
}
