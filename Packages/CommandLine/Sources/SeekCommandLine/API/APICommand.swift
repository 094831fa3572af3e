import Seek
import SeekBasics
import SeekNetworking

/// `seek api PATH`: sends a request, and with `--paginate` the requests for the following pages.
struct APICommand {
    private let invocation: Invocation
    private let options: APIOptions
    private let session: Session
    private let console: Console
    private let filter: BodyFilter?

    init(_ invocation: Invocation, _ console: Console) async throws(UsageError) {
        self.invocation = invocation
        self.console = console
        filter = try BodyFilter(invocation, console)
        let baseURL = try console.configuration().gitHubBaseURL
        options = try await APIOptions(invocation, baseURL: baseURL, input: console.context.input)
        session = try console.session(of: invocation)
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
                status = console.report(.network(error), of: invocation)
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
        console.warn(of: response.incompleteReasons)
        let errors = options.isGraphQL ? response.graphQLErrors : []
        for error in errors { console.report("\(host) responded with an error: \(error)") }
        return errors.isEmpty ? .success : .failure
    }
}
