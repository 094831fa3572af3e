import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let quota = Command(
        path: ["quota"],
        summary: "Show the remaining YouTube quota and GitHub rate limits",
        arguments: [
            ArgumentSpec(
                placeholder: "ACTION",
                meaning: "reset: mark exhausted YouTube quotas as available again",
                count: .optional,
                choices: ["reset"]
            )
        ],
        options: OptionSpec.output(of: QuotaCommand.fieldNames) + [
            OptionSpec(name: .yes, meaning: "Reset without confirmation"), .timeout(), .wait, .record,
            .replay,
            .verbose,
        ],
        details: [
            "Costs nothing. YouTube's calls are counted on this machine, or with SEEK_REDIS_URL in Redis for all "
                + "machines; GitHub reports its limits without charge. While Redis cannot be used, YouTube's "
                + "counts are those of this machine (local in JSON).",
            "If YouTube granted your project more than the defaults, set youtube-search-quota, youtube-unit-quota "
                + "and youtube-stats-quota (see seek config). When YouTube reports a quota as exceeded, it counts "
                + "as exhausted regardless of these settings.",
            "seek quota reset makes a quota available that was marked exhausted by mistake; if the quota is in "
                + "fact exhausted, YouTube rejects the next call. A count that has reached the limit restarts at "
                + "0. Confirmation is required on a terminal; scripts need --yes.",
        ],
        examples: ["quota", "quota --json quota,remaining", "quota reset --yes"]
    ) { invocation, settings throws(UsageError) in
        try await QuotaCommand(invocation, settings).run()
    }
}

struct QuotaCommand {
    private struct Usage: Sendable {
        var service: String
        var name: String
        var limit: Int64
        var used: Int64
        var resetsAt: Date?
        /// Whether the API has reported the quota as exceeded.
        var isClosed = false
        /// Whether the count is that of this machine, because the shared count cannot be read.
        var isLocal = false
        /// The number of calls or units that this machine may still use.
        var remaining: Int64

        /// The name, and why the numbers may not add up.
        var description: String {
            let notes = [isClosed ? "reported as exhausted" : nil, isLocal ? "local" : nil].compactMap(\.self)
            return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
        }
    }

    private static let kind = ResultKind<Usage>(
        singular: "limit",
        plural: "limits",
        fields: [
            .column("service", .cyan) { .string($0.service) },
            .column("quota", .green, isMain: true, cell: { .string($0.description) }) {
                .string($0.name)
            },
            .column("used") { .number($0.used) },
            .column("limit") { .number($0.limit) },
            .column("remaining", .yellow, header: "left") { .number($0.remaining) },
            .column("resetsAt", .faint, header: "resets", format: .date) { .optional($0.resetsAt) },
            .init("closed") { .bool($0.isClosed) },
            .init("local") { .bool($0.isLocal) },
        ]
    )

    static let fieldNames = kind.fieldNames

    private let invocation: Invocation
    private let output: OutputOptions
    private let settings: CommandSettings

    init(_ invocation: Invocation, _ settings: CommandSettings) throws(UsageError) {
        self.invocation = invocation
        self.settings = settings
        output = try OutputOptions(invocation, fieldNames: Self.fieldNames, settings.console)
        if invocation.has(.yes), !isReset { throw UsageError("--yes requires reset: seek quota reset --yes") }
    }

    private var console: Console { settings.console }

    private var isReset: Bool { !invocation.argument.isEmpty }

    /// Prints the YouTube quota as counted on this machine or in Redis, and GitHub's rate limits; with the argument
    /// `reset`, resets YouTube's exhausted quotas instead. The request to GitHub does not count against the limits.
    func run() async throws(UsageError) -> CommandStatus {
        let session = try Session(of: invocation, settings)
        if isReset { return await session.end(with: await reset(session)) }
        var usages = await session.seek.youTube.quota().map(Self.usage)
        if usages.contains(where: \.isLocal) { settings.warnOfLocalCount() }
        for usage in usages where usage.isClosed {
            console.report("YouTube reported \(usage.name) as exhausted; if that is wrong, run: seek quota reset")
        }
        if session.configuration.youTubeAPIKey == nil { console.report(Self.missingKey) }
        if session.player != nil {
            console.report("YouTube's quotas are counted on this machine, and are not part of a recording")
        }
        // With a key, the quota is missing only if its store failed, which is reported as a warning.
        let hasFailed = usages.isEmpty && session.configuration.youTubeAPIKey != nil && session.player == nil
        var status = hasFailed ? CommandStatus.failure : .success
        console.progress.start("fetching GitHub's limits")
        defer { console.progress.end() }
        do throws(SearchError) {
            usages += try await session.seek.gitHub.rateLimitStatus().map(Self.usage)
        } catch .notFound {
            // A GitHub Enterprise Server whose rate limits are disabled.
            console.report("this GitHub server has no rate limits")
        } catch {
            let prefix = error.isCancellation ? "" : "cannot read GitHub's limits: "
            status = settings.report(error, of: invocation, prefix: prefix)
        }
        console.progress.end()
        let written = await session.write(usages, as: Self.kind, output, emptyMessage: "no limits are known")
        return await session.end(with: status == .success ? written : status)
    }

    private static func usage(_ status: QuotaStatus) -> Usage {
        Usage(
            service: "YouTube",
            name: status.bucket.name,
            limit: Int64(status.bucket.limit),
            used: Int64(status.used),
            resetsAt: status.resetsAt,
            isClosed: status.isExhausted,
            isLocal: status.isEstimate,
            remaining: Int64(status.remaining)
        )
    }

    private static func usage(_ limit: RateLimit) -> Usage {
        Usage(
            service: "GitHub",
            name: limit.resource,
            limit: limit.limit,
            used: limit.limit - limit.remaining,
            resetsAt: limit.resetAt,
            remaining: limit.remaining
        )
    }

    private static let missingKey = "YouTube quotas are unknown without an API key; set YOUTUBE_API_KEY"

    private func reset(_ session: Session) async -> CommandStatus {
        guard session.configuration.youTubeAPIKey != nil else {
            console.report(Self.missingKey)
            return .failure
        }
        let statuses = await session.seek.youTube.quota()
        // If the quota cannot be read, the reset reports the error.
        let isExhausted = statuses.isEmpty || statuses.contains { $0.remaining == 0 && $0.bucket.limit > 0 }
        if isExhausted, !invocation.has(.yes) {
            guard console.context.input.isTerminal, console.context.messagesGoToTerminal else {
                console.report("resetting the YouTube quota needs confirmation; add --yes")
                return .usage
            }
            let question = "today's exhausted YouTube quotas will count as available again"
            guard await console.isConfirmed(question, by: invocation) else { return .cancelled }
        }
        do {
            let statuses = try await session.seek.youTube.resetQuota()
            for status in statuses { console.report("reset \(status.bucket.name): \(status.remaining) left") }
            guard !output.isDefault else {
                if statuses.isEmpty { console.report("no quota is exhausted") }
                return .success
            }
            let usages = statuses.map(Self.usage)
            return await session.write(usages, as: Self.kind, output, emptyMessage: "no quota is exhausted")
        } catch {
            console.report("cannot change the quota count: \(error)")
            return .failure
        }
    }
}
