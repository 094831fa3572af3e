import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

    /// Sends the request and writes the response.
    func run() async -> CommandStatus {
        await session.end(with: await run(session.seek))
    }

    private func run(_ seek: SeekClient) async -> CommandStatus {
        let isColored = console.style().isColored
        var writer = PageWriter(
            includesHead: options.includesHead,
            formatter: console.context.terminal != nil || isColored ? JSONFormatter(isColored: isColored) : nil
        )
        var progress = PaginationProgress()
        var request = options.request
        var status = CommandStatus.success
        var visited: Set<URL> = []
        console.progress.start("waiting for \(request.url.host() ?? "the server")")
        defer { console.progress.end() }
        while true {
            visited.insert(request.url)
            do throws(NetworkError) {
                var response = try await seek.send(request, timeToLive: options.timeToLive)
                report(response, page: visited.count)
                status = Self.status(of: response)
                progress.addPage(bodySize: response.body.count)
                var next = status == .success && options.paginates ? nextURL(of: response, from: request.url) : nil
                if let url = next, visited.contains(url) { next = nil }
                // A body may not end with a newline, so the progress line would overwrite it.
                if next == nil || console.context.terminal != nil {
                    console.progress.end()
                } else {
                    console.progress.update(progress.description(of: response))
                }
                let (isOutput, problem) = replaceBody(of: &response, status)
                if let problem {
                    console.report(problem)
                    status = .failure
                }
                let written = console.write(
                    bytes: isOutput ? writer.addOutput(response) : writer.add(response, isLast: next == nil)
                )
                guard written == .success, !console.isOutputClosed, status == .success, let next else {
                    status = status == .success ? written : status
                    break
                }
                if let limit = progress.reachedLimit {
                    console.report(
                        "stopped after \(limit); continue with: seek api --paginate '\(Redaction.redacted(next))'"
                    )
                    status = .failure
                    break
                }
                request.url = next
            } catch {
                status = console.report(.network(error), of: invocation)
                break
            }
        }
        let written = console.write(bytes: writer.end())
        return status == .success ? written : status
    }

    /// Replaces the body with the output of the filter, or removes it with `--silent`. The body of an error is
    /// unchanged. Returns whether the body is now output instead of a response.
    private func replaceBody(
        of response: inout HTTPResponse,
        _ status: CommandStatus
    ) -> (isOutput: Bool, problem: String?) {
        if invocation.has(.silent) {
            response.body = Data()
            return (true, nil)
        }
        guard let filter, status == .success else { return (false, nil) }
        let output = filter.output(for: response)
        response.body = Data(output.text.utf8)
        return (true, output.problem)
    }

    /// Returns the URL of the next page, or `nil` if there is none or it has another origin.
    private func nextURL(of response: HTTPResponse, from url: URL) -> URL? {
        response.nextLink.flatMap { Origin($0) == Origin(url) ? $0 : nil }
    }

    private func report(_ response: HTTPResponse, page: Int) {
        let provenance = response.provenance
        let isVerbose = invocation.has(.verbose)
        if isVerbose { console.report("page \(page): status \(response.status) from \(provenance)") }
        console.warnIfStale(provenance, subject: "this response is")
        guard response.status.code >= 400 else { return }
        let request = options.request
        let url = isVerbose ? " (\(request.method) \(Redaction.redacted(request.url)))" : ""
        console.report("\(request.url.host() ?? "the server") responded with status \(response.status)\(url)")
    }

    private static func status(of response: HTTPResponse) -> CommandStatus {
        switch response.status.code {
        case 401: .unauthorized
        case 400...: .failure
        default: .success
        }
    }
}
