import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `seek quota`: what is left to spend.
struct QuotaCommand {
    /// How much of something is used.
    private struct Budget: Sendable {
        var service: String
        var name: String
        var limit: Int
        var used: Int
        var resetsAt: Date?
    }

    private static let kind = ResultKind<Budget>(
        singular: "budget",
        plural: "budgets",
        pageSize: 1,
        columns: columns,
        tableColumns: columns,
        fields: [
            .init(name: "limit") { .optional($0.limit) },
            .init(name: "name") { .text($0.name) },
            .init(name: "remaining") { .optional(max(0, $0.limit - $0.used)) },
            .init(name: "resetsAt") { .optional($0.resetsAt) },
            .init(name: "service") { .text($0.service) },
            .init(name: "used") { .optional($0.used) },
        ]
    )

    private static let columns: [Column<Budget>] = [
        Column("service", .cyan) { .text($0.service) },
        Column("budget", .green, isMain: true) { .text($0.name) },
        Column("used") { .number($0.used) },
        Column("limit") { .number($0.limit) },
        Column("left", .yellow) { .number(max(0, $0.limit - $0.used)) },
        Column("resets", .faint) { .time($0.resetsAt) },
    ]

    static let fieldNames = kind.fieldNames

    private let invocation: Invocation
    private let output: OutputOptions
    private let console: Console

    init(_ invocation: Invocation, _ console: Console) throws(UsageError) {
        self.invocation = invocation
        self.console = console
        output = try OutputOptions(invocation, known: Self.fieldNames)
    }

    /// Tells what this machine has counted of YouTube's day, and what GitHub says it counts; asking GitHub costs nothing there.
    func run() async throws(UsageError) -> CommandStatus {
        let session = try console.session(of: invocation)
        var budgets = await session.seek.youTube.quota().map {
            Budget(
                service: "YouTube",
                name: $0.bucket.name,
                limit: $0.bucket.limit,
                used: $0.used,
                resetsAt: $0.resetsAt
            )
        }
        if budgets.isEmpty { console.say("YouTube counts by key, and none is set: set YOUTUBE_API_KEY") }
        var status = CommandStatus.success
        do throws(NetworkError) {
            budgets += try await gitHub(session)
        } catch {
            console.say(error.isCancellation ? "cancelled" : "GitHub does not tell its limits: \(error)")
            status = error.isCancellation ? .usage : .failure
        }
        let style = console.style(at: session.now)
        let writer = ResultWriter(kind: Self.kind, options: output, console: console, style: style)
        let written = writer.write(budgets, nothing: "no limits are known")
        return await session.end(with: status == .success ? written : status)
    }

    private func gitHub(_ session: Session) async throws(NetworkError) -> [Budget] {
        struct Limits: Decodable {
            struct Limit: Decodable {
                var limit: Int
                var used: Int?
                var remaining: Int
                var reset: Double
            }
            var resources: [String: Limit]
        }
        var base = session.configuration.gitHubBaseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        guard let url = URL(string: "\(base)/rate_limit") else { return [] }
        let request = HTTPRequest(method: .get, url: url)
        let response = try await session.seek.send(request)
        guard response.status.isSuccessful else {
            throw .unacceptableStatus(response.status.code, .init(request: request, response: response))
        }
        guard let limits = try? JSONDecoder().decode(Limits.self, from: response.body) else {
            throw .undecodable("no limits stand in it", .init(request: request, response: response))
        }
        return limits.resources.sorted { $0.key < $1.key }.map { name, limit in
            Budget(
                service: "GitHub",
                name: name,
                limit: limit.limit,
                used: limit.used ?? limit.limit - limit.remaining,
                resetsAt: Date(timeIntervalSince1970: limit.reset)
            )
        }
    }
}

extension NetworkError {
    fileprivate var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }
}
