import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let api = Command(
        path: ["api"],
        summary: "Send a request and print the response body",
        arguments: [
            ArgumentSpec(
                placeholder: "PATH",
                meaning: "A path relative to GitHub's base URL, such as users/octocat/repos, or a full URL"
            )
        ],
        options: apiOptions,
        details: [
            "The request uses the same cache, retries, rate limits and credentials as a search. With fields, the "
                + "method is POST and the fields are sent as a JSON body. With -X GET or --input, they are sent as "
                + "query parameters. A header field of --header replaces the one that seek sends; "
                + "-H 'Authorization:' sends the request without a token. If the status is 400 or higher, the body "
                + "is printed and the command fails.",
            "As in gh, -f 'labels[]=bug' adds an element to an array, and -f 'a[b]=x' sets a member of an object.",
            "If PATH is graphql, fields other than query and operationName are variables of the query, and the "
                + "command fails if the response contains errors.",
            "As in gh, --paginate of graphql requires a query with the variable $endCursor: String and pageInfo { "
                + "hasNextPage endCursor }. Its pages are printed one after another, or as one array with --slurp.",
            "On a terminal, JSON is indented and colored. --jq and --template apply to each page.",
        ],
        examples: [
            "api users/octocat/repos --include", "api search/repositories -X GET -f q=tetris --cache 1h",
            "api users/octocat/repos --paginate --jq '.[].name'",
            "api repos/octocat/Hello-World/issues --input issue.json",
            "api graphql -f query='query($user: String!) { user(login: $user) { name } }' -f user=octocat",
            "api graphql --paginate -f query='query($endCursor: String) { viewer { repositories(first: 100, "
                + "after: $endCursor) { nodes { name } pageInfo { hasNextPage endCursor } } } }'",
        ],
        flagHints: [
            "--hostname": "use a full URL, or set SEEK_GITHUB_URL",
            "--preview": "use -H 'Accept: TYPE'", "-p": "use -H 'Accept: TYPE'",
        ]
    ) { invocation, settings throws(UsageError) in
        try await APICommand(invocation, settings).run()
    }

    private static let apiOptions: [OptionSpec] = [
        .value(.method, "METHOD", "HTTP method (default GET; POST with fields or --input)", short: "X"),
        .value(.header, "NAME:VALUE", "Add a header field", short: "H", isRepeatable: true),
        .value(.rawField, "NAME=VALUE", "Add a string field to the body or query", short: "f", isRepeatable: true),
        OptionSpec(
            name: .field,
            short: "F",
            value: .required("NAME=VALUE"),
            isRepeatable: true,
            meaning: "Like --raw-field, but converts true, false, null and integers to JSON values, and reads @FILE"
        ),
        OptionSpec(
            name: .input,
            value: .required("FILE"),
            check: .file,
            conflicts: [.paginate, .cache],
            meaning: "Send a file as the body (- for standard input)"
        ),
        OptionSpec(name: .include, short: "i", meaning: "Include the status and header fields in the output"),
        OptionSpec(name: .silent, conflicts: [.jq, .template], meaning: "Do not print the response body"),
        .jq,
        OptionSpec(
            name: .template,
            short: "t",
            value: .required("TEMPLATE"),
            meaning: "Format the JSON response with a template: '{{range .}}{{.name}}{{\"\\n\"}}{{end}}'"
        ),
        OptionSpec(name: .paginate, meaning: "Fetch all pages and merge JSON arrays into one"),
        OptionSpec(
            name: .slurp,
            conflicts: [.include, .silent, .jq, .template],
            requires: .paginate,
            meaning: "With --paginate, print one array whose elements are the pages"
        ),
        OptionSpec(
            name: .cache,
            value: .required("DURATION"),
            check: .duration,
            meaning: "Serve the response to a GET from the cache for this long, unless it is no-store: 90s, 15m, 1h, 2d"
        ),
        .refresh,
        .timeout(), .wait, .record, .replay, .verbose,
    ]
}

/// `seek api PATH`: sends a request, and with `--paginate` the requests for the following pages.
struct APICommand {
    private let invocation: Invocation
    private let options: APIOptions
    private let session: Session
    private let settings: CommandSettings
    private let filter: BodyFilter?

    private var console: Console { settings.console }

    init(_ invocation: Invocation, _ settings: CommandSettings) async throws(UsageError) {
        self.invocation = invocation
        self.settings = settings
        filter = try BodyFilter(invocation, settings.console)
        let baseURL = try settings.configuration().gitHubBaseURL
        options = try await APIOptions(invocation, baseURL: baseURL, input: settings.context.input)
        session = try Session(of: invocation, settings)
    }

    func run() async -> CommandStatus {
        await session.end(with: await run(session.seek))
    }

    private func run(_ seek: SeekClient) async -> CommandStatus {
        let isColored = console.style().isColored
        var writer = PageWriter(
            includesHead: options.includesHead,
            slurps: invocation.has(.slurp),
            formatter: console.context.terminal != nil || isColored ? JSONFormatter(isColored: isColored) : nil
        )
        var written = CommandStatus.success
        func write(_ bytes: [UInt8]) {
            guard !bytes.isEmpty, written == .success, !console.isOutputClosed else { return }
            written = console.write(bytes: bytes)
        }
        var progress = PaginationProgress()
        var request = options.request
        var status = CommandStatus.success
        console.progress.start("waiting for \(request.url.host() ?? "the server")")
        defer { console.progress.end() }
        while true {
            do throws(NetworkError) {
                var response = try await seek.send(request, timeToLive: options.timeToLive)
                progress.addPage(request.url, bodySize: response.body.count)
                status = report(response, to: request, page: progress.pageCount)
                let (next, reasonToStop) =
                    status == .success && options.paginates ? page(after: response, to: request, &progress) : (nil, nil)
                let isLast = next == nil
                // On a terminal, the progress line would overwrite the end of a body without a final newline.
                if isLast || console.context.terminal != nil {
                    console.progress.end()
                } else {
                    console.progress.update(progress.description(of: response))
                }
                let (isReplaced, problem) = replaceBody(of: &response, status)
                if let problem {
                    console.report(problem)
                    status = .failure
                }
                if isReplaced {
                    writer.addOutput(response, to: write)
                } else {
                    writer.add(response, isLast: isLast, to: write)
                }
                guard written == .success, !console.isOutputClosed, status == .success else {
                    status = status == .success ? written : status
                    break
                }
                if let reasonToStop {
                    console.report(reasonToStop)
                    status = .failure
                }
                guard let next else { break }
                request = next
            } catch {
                status = settings.report(.network(error), of: invocation)
                break
            }
        }
        writer.end(to: write)
        return status == .success ? written : status
    }

    /// Returns the request for the next page, or why it is not sent; neither after the last page.
    private func page(
        after response: HTTPResponse,
        to request: HTTPRequest,
        _ progress: inout PaginationProgress
    ) -> (next: HTTPRequest?, reasonToStop: String?) {
        var next = request
        guard let pages = options.graphQLPages else {
            guard let link = response.nextLink else { return (nil, nil) }
            next.url = link
            let reason = progress.reasonToStop(before: link)
            return (reason == nil ? next : nil, reason)
        }
        switch GraphQLPages.PageInfo.nextCursor(in: response.body) {
        case .failure(let problem): return (nil, problem.description)
        case .success(nil): return (nil, nil)
        case .success(let cursor?):
            if let reason = progress.reasonToStop(beforePageAfter: cursor) { return (nil, reason) }
            progress.addCursor(cursor)
            next.body = pages.body(after: cursor)
            return (next, nil)
        }
    }

    /// Removes the body with `--silent`, or replaces it with the output of the filter unless the response is an error.
    /// Returns whether the body was removed or replaced, and why the filter failed, if it did.
    private func replaceBody(
        of response: inout HTTPResponse,
        _ status: CommandStatus
    ) -> (isReplaced: Bool, problem: String?) {
        if invocation.has(.silent) {
            response.body = Data()
            return (true, nil)
        }
        guard let filter, status == .success else { return (false, nil) }
        let output = filter.output(for: response)
        response.body = Data(output.text.utf8)
        return (true, output.problem)
    }

    /// Reports the errors of a response, whether it is stale and, with `--verbose`, its source. Returns the exit
    /// status.
    private func report(_ response: HTTPResponse, to request: HTTPRequest, page: Int) -> CommandStatus {
        let provenance = response.provenance
        let isVerbose = invocation.has(.verbose)
        if isVerbose { console.report("page \(page): status \(response.status) from \(provenance)") }
        console.warnIfStale(provenance, subject: "this response is")
        let host = request.url.host() ?? "the server"
        guard response.status.code < 400 else {
            let url = isVerbose ? " (\(request.method) \(Redaction.redacted(request.url)))" : ""
            console.report("\(host) responded with status \(response.status)\(url)")
            if case .required(let url) = GitHubSingleSignOn(response.headerFields) {
                console.showInFull(url)
                console.report("authorize the token for the organization's single sign-on: \(url.absoluteString)")
            }
            return response.status.code == 401 ? .unauthorized : .failure
        }
        settings.warn(of: response.incompleteReasons)
        let errors = options.isGraphQL ? response.graphQLErrors : []
        for error in errors { console.report("\(host) responded with an error: \(error)") }
        return errors.isEmpty ? .success : .failure
    }
}

extension HTTPResponse {
    /// The messages of the errors in a GraphQL response. The response has the status 200 even if there are errors.
    fileprivate var graphQLErrors: [String] {
        struct Envelope: Decodable {
            struct Failure: Decodable {
                var message: String
            }

            var errors: [Failure]?
        }
        return (try? ModelDecoder().decode(Envelope.self, from: body))?.errors?.map(\.message) ?? []
    }
}
