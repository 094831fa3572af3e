import Seek
import SeekBasics
import SeekNetworking

/// Runs the tools of a server.
final class Toolbox: Sendable {
    /// Reports the progress of a call: the number of completed steps, of all steps, and what was done.
    typealias Report = @Sendable (_ count: Int, _ total: Int, _ message: String) async -> Void
    /// Fetches the findings of a question, from the page with a cursor or an offset.
    typealias Fetch = @Sendable (SeekClient, PageCursor?, @escaping Report) async -> Findings

    let client: SeekClient
    let options: AssistantServer.Options
    let budget: SessionBudget
    private let questions = SharedOperations<String, Result<Findings, ToolError>>()

    init(_ client: SeekClient, _ options: AssistantServer.Options) {
        self.client = client
        self.options = options
        budget = SessionBudget(options.youTubeBudget)
    }

    /// Calls a tool. A failure is a result, so that the assistant can correct the call.
    func call(_ tool: Tool, _ arguments: JSONValue, report: @escaping Report) async -> JSONObject {
        do throws(ToolError) {
            let output = try await tool.run(self, try Arguments(arguments, tool.input), report)
            return [
                "content": [["type": "text", "text": .string(output.text)]], "structuredContent": output.structured,
                "isError": false,
            ]
        } catch {
            return ["content": [["type": "text", "text": .string(error.text)]], "isError": true]
        }
    }

    /// Answers a question: from the cache, or from the services if the budget allows it. Concurrent identical questions
    /// are one.
    func answer(
        _ question: Question,
        report: @escaping Report,
        fetch: @escaping Fetch
    ) async throws(ToolError) -> Findings {
        let maximumCost = question.arguments.integer("maximumCost")
        let key = "\(question.key) \(maximumCost ?? -1) \(question.page?.rawValue ?? "")"
        let outcome = await questions.value(for: key) { [self] in
            do throws(ToolError) {
                return .success(try await findings(question.page, maximumCost: maximumCost, report: report, fetch))
            } catch {
                return .failure(error)
            }
        }
        guard case .value(let result, _) = outcome else { throw ToolError("The call was cancelled.") }
        return try result.get()
    }

    private func findings(
        _ page: PageCursor?,
        maximumCost: Int?,
        report: @escaping Report,
        _ fetch: Fetch
    ) async throws(ToolError) -> Findings {
        let cached = client.with { ($0.cacheMode, $0.allowsStale) = (.onlyIfCached, false) }
        var findings = await fetch(cached, page) { _, _, _ in }
        if findings.sources.contains(where: \.isNotCached) {
            let cost =
                findings.countsSearches
                ? findings.sources.count { $0.isNotCached && $0.service == .youTube } : 0
            try budget.reserve(cost, maximumCost: maximumCost)
            findings = await fetch(client, page, report)
            budget.settle(cost, actual: cost == 0 ? 0 : findings.cost(of: .youTube) + findings.failedAttempts)
        }
        if let error = findings.error { throw ToolError(error, at: options.now()) }
        return findings
    }
}

extension Findings {
    /// The number of calls of YouTube that were sent and failed.
    fileprivate var failedAttempts: Int {
        sources.reduce(0) { sum, source in
            guard source.service == .youTube, let error = source.error, !error.couldNotConnect else { return sum }
            return sum + error.failure.attempts
        }
    }
}

/// A question of a call and the place where its results continue.
struct Question: Sendable {
    let arguments: Arguments
    /// Identifies the question: the tool and the arguments that select results.
    let key: String
    /// The cursor of the service's page.
    private(set) var page: PageCursor?
    /// The number of results of the page that were returned before.
    private(set) var offset = 0

    init(_ tool: String, _ arguments: Arguments) throws(ToolError) {
        self.arguments = arguments
        let selecting = arguments.object.filter { !["cursor", "fields", "limit", "maximumCost"].contains($0.name) }
        key = "\(tool) \(JSONValue.object(selecting).text(.sorted))"
        guard let cursor = arguments["cursor"] else { return }
        let parts = cursor.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == hash, let offset = Int(parts[1]), offset >= 0 else {
            throw ToolError(
                "The cursor belongs to another question. Repeat the call with the arguments of the call that returned "
                    + "it, or omit the cursor to start at the first result."
            )
        }
        self.offset = offset
        page = parts[2].isEmpty ? nil : PageCursor(rawValue: parts[2])
    }

    private var hash: String { String(FNV1a.hash(key.utf8), radix: 36) }

    /// The cursor that continues after a number of results.
    func cursor(at offset: Int, of page: PageCursor?) -> String { "\(hash).\(offset).\(page?.rawValue ?? "")" }
}
