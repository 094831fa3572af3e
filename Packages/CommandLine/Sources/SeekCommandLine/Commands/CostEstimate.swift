import Seek

/// The estimated cost of a command in one quota or rate limit, for `--dry-run`.
struct CostEstimate: Sendable {
    var service: SearchService
    /// The name of the quota or rate limit, as in `seek quota`.
    var quota: String
    /// The maximum number of calls.
    var calls: Int
    /// The number of pages that the cache serves; `nil` if unknown.
    var cached: Int?
    /// The calls that the quota allows today; `nil` if unknown.
    var remaining: Int?
    /// The calls that `--budget` allows; `nil` without it.
    var budget: Int?

    /// Whether the calls are allowed; `nil` if unknown.
    var isAffordable: Bool? {
        let limits = [remaining, budget].compactMap { $0 }
        if limits.contains(where: { $0 < calls }) { return false }
        return limits.isEmpty ? nil : true
    }

    private static let columns: [Column<CostEstimate>] = [
        Column("service", .cyan) { .text($0.service.rawValue) },
        Column("budget", .green, isMain: true) { .text($0.quota) },
        Column("calls", .yellow) { .number(Int64($0.calls)) },
        Column("cached") { .number($0.cached.map { Int64($0) }) },
        Column("left") { .number($0.remaining.map { Int64($0) }) },
        Column("affordable") { .text($0.isAffordable.map { $0 ? "yes" : "no" } ?? "") },
    ]

    static let kind = ResultKind<CostEstimate>(
        singular: "estimate",
        plural: "estimates",
        pageSize: 1,
        columns: columns,
        tableColumns: columns,
        fields: [
            .init(name: "affordable") { $0.isAffordable.map(FieldValue.bool) ?? .null },
            .init(name: "budgetLeft") { .optional($0.budget) },
            .init(name: "cached") { .optional($0.cached) },
            .init(name: "calls") { .optional($0.calls) },
            .init(name: "name") { .text($0.quota) },
            .init(name: "remaining") { .optional($0.remaining) },
            .init(name: "service") { .text($0.service.rawValue) },
        ]
    )
}

extension Session {
    /// Writes the estimates of `--dry-run` as a table, TSV or JSON.
    func write(_ estimates: [CostEstimate], of invocation: Invocation) async throws(UsageError) -> CommandStatus {
        let options = try OutputOptions(invocation, known: CostEstimate.kind.fieldNames, console)
        guard options.fields == nil else {
            throw UsageError("--dry-run prints no results, so --json cannot select their fields; remove the fields")
        }
        let budget = invocation.values[.budget].flatMap { Int($0) }
        let rows = estimates.map { estimate in
            var estimate = estimate
            estimate.budget = budget
            return estimate
        }
        return await write(rows, as: CostEstimate.kind, options, emptyMessage: "no call is needed")
    }

    /// Returns the estimate of calls to YouTube, with today's count of the quota.
    func estimate(calls: Int, of bucket: QuotaBucket, cached: Int? = nil) async -> CostEstimate {
        let status = await seek.youTube.quota().first { $0.bucket.name == bucket.name }
        return CostEstimate(
            service: .youTube,
            quota: bucket.name,
            calls: calls,
            cached: cached,
            remaining: status?.remaining
        )
    }
}
