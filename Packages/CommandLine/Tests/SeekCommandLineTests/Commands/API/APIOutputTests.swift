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
        let repositories: JSONValue = [["name": "a", "stars": 1.5, "fork": false], ["name": "b", "owner": .null]]
        transport.stub(.any, "https://api.github.com/list", returning: .json(repositories))
        transport.stub(.any, "https://api.github.com/text", returning: .text("plain"))
        transport.stub(.any, "https://api.github.com/failure", returning: .json(["message": "no"], status: 422))
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

    @Test("--input sends a file or standard input as the body, and fields as the query")
    func inputBody() async throws {
        let file = try folder.write(#"{"title":"x"}"#, to: "issue.json").path
        #expect(await api(["list", "--input", file, "-f", "a=b"]).status == .success)
        #expect(sent?.method == .post)
        #expect(sent?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"title":"x"}"#)
        #expect(sent?.headerFields[.contentType] == "application/json")
        #expect(sent?.url.query() == "a=b")
        #expect(await api(["list", "--input", "-", "-X", "PUT"], input: InputLines("one\ntwo")).status == .success)
        #expect(sent?.method.rawValue == "PUT")
        #expect(sent?.body.map { String(decoding: $0, as: UTF8.self) } == "one\ntwo\n")
    }

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

    @Test("/dev/null is an empty body")
    func nullDevice() async {
        #expect(await api(["list", "--input", "/dev/null"]).status == .success)
        #expect(sent?.body == Data())
    }

    @Test(
        "fields of seek api graphql other than query and operationName are variables, as in gh",
        arguments: [
            (["query=q", "n=3", "a[]=x"], #"{"query":"q","variables":{"a":["x"],"n":3}}"#),
            (["query=q", "operationName=o"], #"{"operationName":"o","query":"q"}"#),
        ]
    )
    func graphQLVariables(fields: [String], body: String) async {
        for path in ["graphql", "/graphql", "https://api.github.com/graphql"] {
            _ = await api([path] + fields.flatMap { ["-F", $0] })
            #expect(sent?.body.map { String(decoding: $0, as: UTF8.self) } == body + "\n", "\(path)")
        }
    }

    @Test("GraphQL is next to the REST API of an Enterprise Server", arguments: ["/api/v3", "/api/v3/"])
    func enterpriseGraphQL(path: String) async {
        transport.stub(.any, "https://ghe.example/api/graphql", returning: .json(["errors": [["message": "boom"]]]))
        let outcome = await api(
            ["graphql", "-f", "query=q"],
            environment: ["SEEK_GITHUB_URL": "https://ghe.example\(path)"]
        )
        #expect(outcome.messages == "seek: ghe.example responded with an error: boom\n")
    }

    private static let query =
        "query($endCursor:String) { a(after: $endCursor) { pageInfo { hasNextPage endCursor } } }"

    /// Responds to a GraphQL query with pages, whose cursors are `1`, `2` and so on.
    private func stubGraphQL(_ pages: [String]) {
        transport.stub(
            .any,
            "https://api.github.com/graphql",
            returning: .closure { request in
                struct Body: Decodable { var variables: [String: String]? }
                let body = try? JSONDecoder().decode(Body.self, from: request.body ?? Data())
                let page = body?.variables?["endCursor"].flatMap { Int($0) } ?? 0
                let fields: HTTPFields = [.contentType: "application/json"]
                return HTTPResponse(headerFields: fields, body: Data(pages[page].utf8))
            }
        )
    }

    private static func page(_ number: Int, _ pageInfo: String) -> String {
        #"{"data":{"a":{"text":"\"pageInfo\":{\"hasNextPage\":true}","n":\#(number),"pageInfo": \#(pageInfo)}}}"#
    }

    private static let pages = [
        page(0, #"{"hasNextPage":true,"endCursor":"1"}"#), page(1, #"{ "endCursor": "2", "hasNextPage": true }"#),
        page(2, #"{"hasNextPage":false,"endCursor":null}"#),
    ]

    @Test("--paginate of a GraphQL query prints the pages one after another, and in one array with --slurp")
    func graphQLPages() async throws {
        stubGraphQL(Self.pages)
        let arguments = ["graphql", "--paginate", "-f", "query=\(Self.query)"]
        let outcome = await api(arguments)
        #expect(outcome == Outcome(status: .success, output: Self.pages.map { "\($0)\n" }.joined(), messages: ""))
        #expect(transport.received.count == 3)
        let slurped = await api(arguments + ["--slurp"])
        #expect(slurped.output == "[\(Self.pages.joined(separator: ","))]")
        let filtered = await api(arguments + ["-f", "x=y", "--template", "{{.data.a.n}} "])
        #expect(filtered.output == "0 1 2 ")
        let body = sent?.body.map { String(decoding: $0, as: UTF8.self) }
        #expect(body?.contains(#""variables":{"endCursor":"2","x":"y"}"#) == true)
        let resumed = await api(arguments + ["-f", "endCursor=2"])
        #expect(resumed.output == Self.pages[2])
    }

    @Test(
        "--paginate of a GraphQL query fails if the next page cannot be determined",
        arguments: [
            ("{}", "no pageInfo with hasNextPage"),
            (#"{"data":{"pageInfo":{"endCursor":"x"}}}"#, "no pageInfo with hasNextPage"),
            (page(0, #"{"hasNextPage":true}"#), "no pageInfo with endCursor"),
            (page(0, #"{"hasNextPage":true,"endCursor":"0"}"#), "the next page is an earlier one"),
        ]
    )
    func unknownNextPage(page: String, message: String) async {
        stubGraphQL([page])
        let outcome = await api(["graphql", "--paginate", "-f", "query=\(Self.query)"])
        #expect(outcome.status == .failure)
        #expect(outcome.output.hasPrefix(page))
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    @Test(
        "--paginate of a GraphQL query that cannot be paged is rejected before a request is sent",
        arguments: [
            (["--paginate", "-f", "query={ viewer { login } }"], "variable $endCursor: String"),
            (["--paginate", "-f", "query=$endCursors"], "variable $endCursor: String"), (["--paginate"], "$endCursor"),
            (["--paginate", "-X", "GET", "-f", "query=\(query)"], "requires the method POST"),
            (["--slurp", "-f", "query=q"], "--slurp requires --paginate"),
            (["--slurp", "--paginate", "--jq", ".", "-f", "query=\(query)"], "cannot be combined"),
        ]
    )
    func unpageableQuery(arguments: [String], message: String) async {
        let outcome = await api(["graphql"] + arguments)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(transport.received.isEmpty)
    }

    @Test("GraphQL errors are reported, and the body that contains them is not filtered")
    func graphQLErrors() async {
        let body: JSONValue = ["data": .null, "errors": [["message": "boom"], ["message": "bang", "path": ["a"]]]]
        transport.stub(.any, "https://api.github.com/graphql", returning: .json(body))
        let outcome = await api(["graphql", "-f", "query=q", "--template", "{{.data}}"])
        #expect(outcome.status == .failure)
        #expect(outcome.output.contains(#""boom""#))
        let prefix = "seek: api.github.com responded with an error: "
        #expect(outcome.messages == "\(prefix)boom\n\(prefix)bang\n")
        // In responses of other paths, the member `errors` may have another meaning.
        transport.stub(.any, "https://api.github.com/other", returning: .json(body))
        #expect(await api(["other", "-f", "query=q"]).status == .success)
    }

    @Test("--field reads the value from the file after @; --raw-field does not")
    func fieldFromFile() async throws {
        let file = try folder.write("two\nlines", to: "body.txt").path
        _ = await api(["list", "-F", "body=@\(file)", "-f", "raw=@x"])
        #expect(sent?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"body":"two\nlines","raw":"@x"}"# + "\n")
    }

    @Test(
        "unreadable files, flags that cannot be combined and templates without fields are rejected",
        arguments: [
            (["--input", "/missing/file"], "--input: cannot read '/missing/file'; check the path"),
            (["-F", "a=@/missing/file"], "--field: cannot read '/missing/file'; check the path"),
            (["--input", "-", "-X", "GET"], "--input requires a method with a body; remove --method GET"),
            (["--input", "-", "--paginate"], "--input and --paginate cannot be combined; remove one"),
            (["--silent", "--template", "{{.}}"], "--silent and --template cannot be combined; remove one"),
            (["--template", "name"], "the template 'name' has no {{…}}; write fields as {{.name}}"),
        ]
    )
    func rejectedFlags(flags: [String], message: String) async {
        let outcome = await api(["list"] + flags)
        #expect(outcome == Outcome(status: .usage, output: "", messages: "seek: \(message)\n"))
        #expect(transport.received.isEmpty)
    }

    @Test("--silent prints no body; with --include, it prints only the status and header fields")
    func silentBody() async {
        #expect(await api(["list", "--silent"]) == Outcome(status: .success, output: "", messages: ""))
        let head = await api(["list", "--silent", "--include"]).output
        #expect(head.hasPrefix("HTTP 200"))
        #expect(!head.contains("["))
        #expect(await api(["failure", "--silent"]).status == .failure)
    }

    @Test("--template formats the whole response, and fails if the response is not JSON")
    func templateOfResponse() async {
        let lines = await api(["list", "--template", #"{{range .}}{{.name}} {{.stars}}{{"\n"}}{{end}}"#])
        #expect(lines == Outcome(status: .success, output: "a 1.5\nb \n", messages: ""))
        let text = await api(["text", "-t", "{{.}}"])
        #expect(text.messages.hasSuffix(" is not valid JSON; print it without --template\n"), "\(text.messages)")
        #expect(text.status == .failure)
    }

    @Test("filters print nothing for a response without a body", arguments: ["--template={{.a}}", "--jq=.a"])
    func emptyResponse(filter: String) async {
        transport.stub(.any, "https://api.github.com/empty", returning: .text("", status: 204))
        let outcome = await api(["empty", "-X", "DELETE", filter])
        #expect(outcome == Outcome(status: .success, output: "", messages: ""))
    }

    @Test("the body of an error response is not filtered")
    func unfilteredError() async {
        let outcome = await api(["failure", "--template", "{{.name}}"])
        #expect(outcome.status == .failure)
        #expect(outcome.output.contains(#""message""#))
    }

    @Test(
        "--jq filters the response, and fails if jq fails",
        .enabled(if: ["/usr/bin/jq", "/bin/jq"].contains(where: FileManager.default.isExecutableFile))
    )
    func jqFilter() async {
        #expect(await api(["list", "--jq", ".[].name"]).output == "a\nb\n")
        #expect(await api(["list", "--jq", ".[].name | error"]).status == .failure)
    }

    @Test("on a terminal, the output ends with a newline; JSON is indented, and colored if color is enabled")
    func terminalJSON() async {
        let terminal = Terminal(columns: 80)
        let plain = await api(["list"], environment: ["GH_TOKEN": "t", "NO_COLOR": "1"], terminal: terminal)
        #expect(plain.output.hasPrefix("[\n  {\n    \""))
        #expect(plain.output.hasSuffix("\n  }\n]\n"))
        let colored = await api(["list"], environment: ["GH_TOKEN": "t", "TERM": "xterm"], terminal: terminal)
        #expect(colored.output.contains("\u{1B}[34m\"name\"\u{1B}[0m: \u{1B}[32m\"a\"\u{1B}[0m"))
        #expect(await api(["text"], terminal: terminal).output == "plain\n")
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

    @Test("on a terminal, JSON that ends with a newline is written with only one newline at the end")
    func lineEndOfJSON() async {
        let json = "https://api.github.com/json"
        transport.stub(.get, json, returning: .text("[1]\n", contentType: "application/json"))
        #expect(await api(["json"], terminal: Terminal(columns: 80)).output == "[\n  1\n]\n")
    }

    @Test("on a terminal, control characters in text are replaced, except line ends and tabs")
    func controlCharactersInText() async {
        transport.stub(.get, "https://api.github.com/raw", returning: .text("a:\n\tb\r\n\u{1B}[2J"))
        let outcome = await api(["raw"], terminal: Terminal(columns: 80))
        #expect(outcome.output == "a:\n\tb\n\u{FFFD}[2J\n")
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
