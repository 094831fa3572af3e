import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("seek api", .timeLimit(.minutes(2)))
struct APICommandTests {
    @Test("requests, bodies and pages", arguments: CommandCase.cases(requests + fields + output + pages + graphQL))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let requests = """
        # a path is appended to GitHub's base URL, token and --header are sent, and the body is written unchanged
        GET github/users/octocat -> 'Content-Type: application/json' text {"a": "日本"}
        GET https://ghe.example/base/users/octocat -> []
        $ seek api /users/octocat?x=1 --header 'X-One: 1' -H accept:text/plain -H x-one:2
        > github/users/octocat x=1 Authorization:'Bearer demo-token' Accept:text/plain User-Agent:seek/* X-One:'1, 2' X-GitHub-Api-Version:*
        {"a": "日本"}(no newline)
        $ SEEK_GITHUB_URL=https://ghe.example/base/ seek api /users/octocat
        > https://ghe.example/base/users/octocat

        # the token is not sent to another origin; --header replaces or removes it
        ANY * -> text other
        $ seek api https://other.example/x
        > https://other.example/x Authorization:
        other(no newline)
        $ seek api x -H 'Authorization: Bearer other'
        > github/x Authorization:'Bearer other'
        $ seek api x -H authorization:
        > github/x Authorization:

        # a URL with a password is rejected, and the password is not printed
        $ seek api http://user:S3CRET@127.0.0.1/x
        2! seek: the URL carries user information; pass credentials as a header field

        # the bodies of all responses are written; a status of 400 or more is a failure
        POST github/created -> 201 text details
        POST github/cached -> 304
        POST github/missing -> 404 text details
        POST github/rejected -> 401 text details
        GET github/offline -> cannotConnect
        $ seek api created -X POST
        details(no newline)
        $ seek api cached -X POST
        $ seek api missing -X POST
        details(no newline)
        1! seek: api.github.com responded with status 404
        $ seek api rejected -X POST
        details(no newline)
        4! seek: api.github.com responded with status 401
        $ SEEK_GITHUB_URL=https://api.github.com seek api offline
        1! seek: GitHub (api.github.com): could not connect; check the network and SEEK_GITHUB_URL

        # invalid flags and arguments are rejected before a request is sent
        $ seek api x -H nothing
        > nothing
        2! seek: --header must be NAME:VALUE without control characters, not 'nothing'
        $ seek api x -H 'Host: evil'
        2! seek: --header cannot set Host, which depends on the request; remove it
        $ seek api x -H content-length:5
        2! seek: --header cannot set content-length, which depends on the request; remove it
        $ seek api x -f nothing
        2! seek: --raw-field must be NAME=VALUE, not 'nothing'
        $ seek api x -F =v
        2! seek: --field must be NAME=VALUE, not '=v'
        $ seek api x -X 'A B'
        2! seek: --method must be an HTTP method such as GET, not 'A B'
        $ seek api x --paginate -X POST
        2! seek: --paginate requires the method GET
        $ seek api ftp://x/y
        2! seek: 'ftp://x/y' is not an http or https URL
        $ seek api x --input /missing/file
        2! seek: --input: cannot read '/missing/file'; check the path
        $ seek api x -F a=@/missing/file
        2! seek: --field: cannot read '/missing/file'; check the path
        $ seek api x --input - -X GET
        2! seek: --input requires a method with a body; remove --method GET
        $ seek api x --template name
        2! seek: the template 'name' has no {{…}}; write fields as {{.name}}

        # --cache overrides Cache-Control: no-cache, and --refresh overrides --cache
        GET github/x -> 'Cache-Control: no-cache' text body
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek api x --cache 1h -v
        body(no newline)
        ! seek: page 1: status 200 from network
        $ seek api x --cache 1h -v
        body(no newline)
        ! seek: page 1: status 200 from disk, 0 s old
        $ seek api x --cache 1h --refresh
        > github/x
        $ seek api x
        > github/x

        """

    private static let fields = """
        # fields are a JSON body or, with GET, a query; --field converts numbers, Booleans and null
        ANY * -> text ok
        $ seek api x -f name=a=b -F text=5x -f five=5 -F n=5 -F yes=true -F none=null
        > POST github/x '{"five":"5","n":5,"name":"a=b","none":null,"text":"5x","yes":true}'
        ok(no newline)
        $ seek api x?a=1 -X get -f 'q=C++ & C#' -F n=5 -F yes=true -F none=null
        > github/x a=1 q='C++ & C#' n=5 yes=true none=
        $ seek api x -X DELETE
        > DELETE github/x
        $ seek api 'x#a?b' -X GET -f q=1
        > github/x q=1
        $ seek api 'x?a=1#b' -X GET -f q=1
        > github/x a=1 q=1

        # fields with brackets are arrays and objects, as in gh
        ANY * -> text ok
        $ seek api x -f labels[]=bug -f labels[]=docs -f title=x
        > POST github/x '{"labels":["bug","docs"],"title":"x"}'
        $ seek api x -F a[b]=1 -F a[c][]=true -f a[c][]=y
        > POST github/x '{"a":{"b":1,"c":[true,"y"]}}'
        $ seek api x -F p[][k]=1 -f p[][v]=x -F p[][k]=2 -f p[][l][]=a -f p[][l][]=b
        > POST github/x '{"p":[{"k":1,"v":"x"},{"k":2,"l":["a","b"]}]}'
        $ seek api x -f labels[]
        > POST github/x '{"labels":[]}'
        $ seek api x -f a[b]=c=[d]
        > POST github/x '{"a":{"b":"c=[d]"}}'

        # contradictory and malformed fields are rejected before a request is sent
        $ seek api x -f a=1 -f a=2
        > nothing
        2! seek: the field 'a' is invalid or contradicts an earlier one; use NAME=VALUE once, NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object
        $ seek api x -f a=1 -f a[]=2
        2! seek: the field 'a[]' is invalid or contradicts an earlier one; use NAME=VALUE once, NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object
        $ seek api x -f a[]=1 -f a[b]=2
        2! seek: the field 'a[b]' is invalid or contradicts an earlier one; use NAME=VALUE once, NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object
        $ seek api x -f a[=1
        2! seek: the field 'a[' is invalid or contradicts an earlier one; use NAME=VALUE once, NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object
        $ seek api x -f a]=1
        2! seek: the field 'a]' is invalid or contradicts an earlier one; use NAME=VALUE once, NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object
        $ seek api x -f a[b]c=1
        2! seek: the field 'a[b]c' is invalid or contradicts an earlier one; use NAME=VALUE once, NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object
        $ seek api x -f []=1
        2! seek: the field '[]' is invalid or contradicts an earlier one; use NAME=VALUE once, NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object

        # --input sends a file or standard input as the body, and fields as the query
        ANY * -> []
        $ echo '{"title":"x"}' > issue.json
        $ seek api list --input {folder}/issue.json -f a=b
        > POST github/list a=b Content-Type:application/json '{"title":"x"}'
        $ echo '[1]' | seek api list --input - -X PUT
        > PUT github/list '[1]'
        $ seek api list --input /dev/null
        > POST github/list

        # --field reads the value from the file after @; --raw-field does not
        ANY * -> []
        $ printf 'two\\nlines' > body.txt
        $ seek api list -F body=@{folder}/body.txt -f raw=@x
        > POST github/list '{"body":"two\\nlines","raw":"@x"}'

        # fields of seek api graphql other than query and operationName are variables, as in gh
        POST github/graphql -> {}
        $ seek api graphql -F query=q -F n=3 -F a[]=x
        > POST github/graphql '{"query":"q","variables":{"a":["x"],"n":3}}'
        $ seek api /graphql -F query=q -F operationName=o
        > POST github/graphql '{"operationName":"o","query":"q"}'
        $ seek api https://api.github.com/graphql -F query=q -F n=3
        > POST github/graphql '{"query":"q","variables":{"n":3}}'

        """

    private static let output = """
        # --include writes the status and header fields; on a terminal, control characters are replaced
        GET github/x -> 'X-One: 1' text {"a":"\u{1B}[2J"}
        $ seek api x -i
        HTTP 200
        X-One: 1
        Content-Type: text/plain; charset=utf-8
        |
        {"a":"\u{1B}[2J"}(no newline)
        $ stty cols 80
        $ seek api x --include
        HTTP 200
        X-One: 1
        Content-Type: text/plain; charset=utf-8
        |
        {"a":"�[2J"}

        # --silent prints no body; with --include, it prints only the status and header fields
        GET github/list -> [{"name": "a"}]
        GET github/failure -> 422 {"message": "no"}
        $ seek api list --silent
        $ seek api list --silent --include
        HTTP 200
        Content-Type: application/json
        |
        $ seek api failure --silent
        1! seek: api.github.com responded with status 422

        # --template and --jq format the whole response if it is JSON and not an error
        GET github/list -> [{"name": "a", "stars": 1.5, "fork": false}, {"name": "b", "owner": null}]
        GET github/text -> text plain
        GET github/failure -> 422 {"message": "no"}
        DELETE github/empty -> 204 text
        $ seek api list --template '{{range .}}{{.name}} {{.stars}}{{"\\n"}}{{end}}'
        a 1.5
        b*
        $ seek api text -t {{.}}
        1! seek: the response (text/plain; charset=utf-8) is not valid JSON; print it without --template
        $ seek api failure --template {{.name}}
        {"message": "no"}(no newline)
        1! seek: api.github.com responded with status 422
        $ seek api empty -X DELETE --template={{.a}}
        $ seek api empty -X DELETE --jq=.a
        $ seek api list --jq .[].name
        a
        b
        $ seek api list --jq '.[].name | error'
        1! seek: --jq: a; correct the expression

        # on a terminal, JSON is indented, text loses its control characters, and the output ends with a newline
        GET github/list -> [{"name": "a"}]
        GET github/json -> 'Content-Type: application/json' text [1]\\n
        GET github/text -> text plain
        GET github/raw -> text a:\tb\\r\\n\u{1B}[2J
        $ stty cols 80
        $ seek api list
        [
          {
            "name": "a"
          }
        ]
        $ seek api json
        [
          1
        ]
        $ seek api text
        plain
        $ seek api raw
        a:\tb
        �[2J
        $ unset NO_COLOR
        $ TERM=xterm seek api list
        [
          {
            \u{1B}[34m"name"\u{1B}[0m: \u{1B}[32m"a"\u{1B}[0m
          }
        ]

        """

    private static let pages = """
        # --paginate follows links and merges arrays; with --include, each page is preceded by its header fields
        GET github/list -> 'Link: <https://api.github.com/list?page=2>; rel="next"' text [1, "]"]
        GET github/list?page=2 -> 'Link: <https://api.github.com/list?page=3>; rel="next"' text  [ ]\\n
        GET github/list?page=3 -> text [3, "]"]
        $ seek api list --paginate
        [1, "]",3, "]"](no newline)
        $ seek api list
        [1, "]"](no newline)
        $ seek api list --paginate -i
        HTTP 200
        Link: <https://api.github.com/list?page=2>; rel="next"
        Content-Type: text/plain; charset=utf-8
        |
        [1, "]"]
        HTTP 200
        Link: <https://api.github.com/list?page=3>; rel="next"
        Content-Type: text/plain; charset=utf-8
        |
         [ ]
        HTTP 200
        Content-Type: text/plain; charset=utf-8
        |
        [3, "]"]

        # --paginate fails at a link to a fetched page or to another server, after the fetched pages
        GET github/same -> 'Link: <https://api.github.com/same>; rel="next"' [1]
        GET github/other -> 'Link: <https://elsewhere.example/x?page=2>; rel="next"' [1]
        $ seek api same --paginate
        [1](no newline)
        1! seek: the next page is an earlier one; the output may be incomplete
        $ seek api other --paginate
        [1](no newline)
        1! seek: the next page is on another server; fetch it with: seek api --paginate 'https://elsewhere.example/x?page=2'
        $ seek api same
        [1](no newline)

        # --paginate writes pages one after another if they are not arrays, and fails at the first failed page
        GET github/x -> 'Link: <https://api.github.com/x?page=2>; rel="next"' {}
        GET github/x?page=2 -> 404 {"no":1}
        GET github/y -> 'Link: <https://api.github.com/y?page=2>; rel="next"' [1]
        GET github/y?page=2 -> {}
        $ seek api x --paginate --verbose
        {}
        {"no":1}
        ! seek: page 1: status 200 from network
        ! seek: page 2: status 404 from network
        1! seek: api.github.com responded with status 404 (GET https://api.github.com/x?*)
        $ seek api y --paginate
        | [1]
        {}
        $ stty cols 80
        $ seek api y --paginate
        [
          1
        ]
        {}

        """

    private static let graphQL = """
        # --paginate of a GraphQL query prints the pages one after another, and in one array with --slurp
        POST github/graphql ->
          {"data":{"n":0,"text":"\\"pageInfo\\"","pageInfo":{"hasNextPage":true,"endCursor":"1"}}}
          {"data":{"n":1,"pageInfo":{"endCursor":"2","hasNextPage":false}}}
          {"data":{"n":0,"pageInfo":{"hasNextPage":true,"endCursor":"1"}}}
          {"data":{"n":1,"pageInfo":{"hasNextPage":false,"endCursor":null}}}
          {"data":{"n":0,"pageInfo":{"hasNextPage":true,"endCursor":"1"}}}
          {"data":{"n":1,"pageInfo":{"hasNextPage":false}}}
        $ seek api graphql --paginate -f 'query=query($endCursor:String){a}'
        > POST github/graphql '{"query":"query($endCursor:String){a}"}'
        > POST github/graphql '{"query":"query($endCursor:String){a}","variables":{"endCursor":"1"}}'
        {"data":{"n":0,"text":"\\"pageInfo\\"","pageInfo":{"hasNextPage":true,"endCursor":"1"}}}
        {"data":{"n":1,"pageInfo":{"endCursor":"2","hasNextPage":false}}}
        $ seek api graphql --paginate -f 'query=query($endCursor:String){a}' --slurp
        [{"data":{"n":0,"pageInfo":{"hasNextPage":true,"endCursor":"1"}}},{"data":{"n":1,"pageInfo":{"hasNextPage":false,"endCursor":null}}}](no newline)
        $ seek api graphql --paginate -f 'query=query($endCursor:String){a}' -f x=y --template '{{.data.n}} '
        0 1 (no newline)

        # --paginate of a GraphQL query fails if the next page cannot be determined
        POST github/graphql ->
          {}
          {"data":{"pageInfo":{"endCursor":"x"}}}
          {"data":{"pageInfo":{"hasNextPage":true}}}
          {"data":{"pageInfo":{"hasNextPage":true,"endCursor":"0"}}}
          {"data":{"pageInfo":{"hasNextPage":true,"endCursor":"0"}}}
        $ seek api graphql --paginate -f 'query=query($endCursor:String){a}'
        {}(no newline)
        1! seek: the response has no pageInfo with hasNextPage, so the output may be incomplete; add pageInfo { hasNextPage endCursor } to the query, or remove --paginate
        $ seek api graphql --paginate -f 'query=query($endCursor:String){a}'
        {"data":{"pageInfo":{"endCursor":"x"}}}(no newline)
        1! seek: the response has no pageInfo with hasNextPage, so the output may be incomplete; add pageInfo { hasNextPage endCursor } to the query, or remove --paginate
        $ seek api graphql --paginate -f 'query=query($endCursor:String){a}'
        {"data":{"pageInfo":{"hasNextPage":true}}}(no newline)
        1! seek: the response has no pageInfo with endCursor, so the output may be incomplete; add pageInfo { hasNextPage endCursor } to the query, or remove --paginate
        $ seek api graphql --paginate -f 'query=query($endCursor:String){a}'
        {"data":{"pageInfo":{"hasNextPage":true,"endCursor":"0"}}}
        {"data":{"pageInfo":{"hasNextPage":true,"endCursor":"0"}}}
        1! seek: the next page is an earlier one; the output may be incomplete

        # --paginate of a GraphQL query that cannot be paged is rejected before a request is sent
        $ seek api graphql --paginate -f 'query={ viewer { login } }'
        > nothing
        2! seek: --paginate requires a query with the variable $endCursor: String, used as after: $endCursor, and with pageInfo { hasNextPage endCursor }; add them
        $ seek api graphql --paginate -f 'query=$endCursors'
        2! seek: --paginate requires a query with the variable $endCursor: String, used as after: $endCursor, and with pageInfo { hasNextPage endCursor }; add them
        $ seek api graphql --paginate
        2! seek: --paginate requires a query with the variable $endCursor: String, used as after: $endCursor, and with pageInfo { hasNextPage endCursor }; add them
        $ seek api graphql --paginate -X GET -f 'query=query($endCursor:String){a}'
        2! seek: --paginate requires the method POST

        # GraphQL errors are reported, and the body that contains them is not filtered
        POST github/graphql -> {"data": null, "errors": [{"message": "boom"}, {"message": "bang", "path": ["a"]}]}
        POST github/other -> {"data": null, "errors": [{"message": "boom"}]}
        POST https://ghe.example/api/graphql -> {"errors": [{"message": "boom"}]}
        $ seek api graphql -f query=q --template {{.data}}
        {"data": null, "errors": [{"message": "boom"}, {"message": "bang", "path": ["a"]}]}(no newline)
        ! seek: api.github.com responded with an error: boom
        1! seek: api.github.com responded with an error: bang
        $ seek api other -f query=q
        {"data": null, "errors": [{"message": "boom"}]}(no newline)
        $ SEEK_GITHUB_URL=https://ghe.example/api/v3 seek api graphql -f query=q
        {"errors": [{"message": "boom"}]}(no newline)
        1! seek: ghe.example responded with an error: boom
        $ SEEK_GITHUB_URL=https://ghe.example/api/v3/ seek api graphql -f query=q
        {"errors": [{"message": "boom"}]}(no newline)
        1! seek: ghe.example responded with an error: boom

        # the command for the next page contains REDACTED instead of a secret
        GET github/x -> 'Link: <https://y.example/1?access_token=S3CRET&page=2>; rel="next"' [1]
        $ seek api x --paginate
        [1](no newline)
        1! seek: the next page is on another server; fetch it, with the secret in place of REDACTED, with: seek api --paginate 'https://y.example/1?access_token=REDACTED&page=2'
        """

    @Test("--paginate writes each page when it arrives, and stops with a message at the page limit")
    func endlessPages() async throws {
        let written = RecordingOutput()
        let writtenLengths = Mutex<[Int]>([])
        let transport = StubTransport(strictness: .lenient)
        let respond: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            writtenLengths.withLock { $0.append(written.text.utf8.count) }
            let page = Int(request.url.query() ?? "0") ?? 0
            let next = request.url.absoluteString.prefix { $0 != "?" } + "?\(page + 1)"
            return HTTPResponse(headerFields: [.link: "<\(next)>; rel=\"next\""], body: Data("[\(page)]".utf8))
        }
        transport.stub(.any, "/{+path}", returning: .closure { respond($0) })
        let messages = RecordingOutput()
        let context = CommandContext(
            environment: ["GH_TOKEN": "t"],
            output: written,
            messages: messages
        ) { $0.client.transport = transport }
        #expect(await SeekCommand.run(["api", "x", "--paginate"], context: context) == .failure)
        #expect(writtenLengths.withLock { Array($0.prefix(3)) } == [0, 2, 4])
        #expect(writtenLengths.withLock { $0.count } == 1_000)
        #expect(written.text.hasSuffix(",998,999]"))
        #expect(
            messages.text == "seek: stopped after 1000 pages; continue with: seek api --paginate "
                + "'https://api.github.com/x?1000'\n"
        )
    }

    @Test(
        "a full URL is requested with the credential of its service, and one of another host without a credential",
        arguments: [
            ("https://api.github.com/user", "Bearer t", nil),
            ("https://www.googleapis.com/youtube/v3/videos?id=x", nil, "k"),
            ("https://api.github.com.example.com/user", nil, nil), ("http://api.github.com/user", nil, nil),
        ] as [(String, String?, String?)]
    )
    func fullURL(url: String, token: String?, key: String?) async {
        let transport = StubTransport([stub(.get, url, returning: .json([:]))])
        let environment = ["GH_TOKEN": "t", "YOUTUBE_API_KEY": "k"]
        let outcome = await SeekCommandLineTests.seek("api", url, environment: environment, transport: transport)
        #expect(outcome.status == .success, "\(outcome)")
        let fields = transport.received.map(\.headerFields)
        #expect(fields.map { $0[.authorization] } == [token])
        #expect(fields.map { $0.first { "\($0.name)".lowercased() == "x-goog-api-key" }?.value } == [key])
    }
}
