import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `seek api PATH`: one request through the whole stack, or the pages it leads to.
struct APICommand {
    private let options: APIOptions
    private let session: Session
    private let console: Console

    init(_ invocation: Invocation, _ console: Console) throws(UsageError) {
        options = try APIOptions(invocation, baseURL: try console.configuration().gitHubBaseURL)
        session = try console.session(of: invocation)
        self.console = console
    }

    /// Sends the request and writes what came.
    func run() async -> CommandStatus {
        await session.end(with: await run(session.seek))
    }

    private func run(_ seek: SeekClient) async -> CommandStatus {
        var writer = PageWriter(includesHead: options.includesHead, isTerminal: console.context.terminal != nil)
        var progress = PaginationProgress()
        var request = options.request
        var status = CommandStatus.success
        var visited: Set<URL> = []
        while true {
            visited.insert(request.url)
            do throws(NetworkError) {
                let response = try await seek.send(request, timeToLive: options.timeToLive)
                report(response, page: visited.count)
                status = Self.status(of: response)
                progress.add(response.body.count)
                let next = status == .success && options.paginates ? next(response, after: request.url) : nil
                let following = next.flatMap { visited.contains($0) ? nil : $0 }
                let written = console.write(bytes: writer.add(response, isLast: following == nil))
                guard written == .success, let following else {
                    status = status == .success ? written : status
                    break
                }
                if let limit = progress.reachedLimit {
                    console.say(
                        "stopped after \(limit); continue with: seek api --paginate '\(Redaction.redacted(following))'"
                    )
                    status = .failure
                    break
                }
                request.url = following
            } catch {
                if case .cancelled = error { status = .usage } else { status = .failure }
                console.say(status == .usage ? "cancelled" : error.description)
                break
            }
        }
        let written = console.write(bytes: writer.end())
        return status == .success ? written : status
    }

    /// The page that follows, of the same origin.
    private func next(_ response: HTTPResponse, after url: URL) -> URL? {
        response.nextLink.flatMap { Origin($0) == Origin(url) ? $0 : nil }
    }

    private func report(_ response: HTTPResponse, page: Int) {
        let provenance = response.provenance
        if options.isVerbose { console.say("page \(page): status \(response.status) from \(provenance)") }
        console.warn(of: provenance, "this one is")
        guard response.status.code >= 400 else { return }
        console.say("status \(response.status) (\(options.request.method) \(Redaction.redacted(options.request.url)))")
    }

    private static func status(of response: HTTPResponse) -> CommandStatus {
        switch response.status.code {
        case 401: .unauthorized
        case 400...: .failure
        default: .success
        }
    }
}
