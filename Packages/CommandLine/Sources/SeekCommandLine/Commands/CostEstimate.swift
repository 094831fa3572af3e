import Seek

/// The estimated cost of a command, in calls of one quota or rate limit, for `--dry-run`.
struct CostEstimate: Sendable {
    var service: SearchService
    /// The name of the quota or rate limit, as in `seek quota`.
    var quota: String
    /// The maximum number of calls that would be sent; with `--all`, an estimate, or `nil` if unknown.
    var calls: Int?
    /// The minimum number of calls that would be sent, if ``calls`` is unknown.
    var minimumCalls = 0
    /// The number of responses that the command would take from the cache.
    var cachedCount: Int
    /// The number of calls that are left in today's quota; `nil` if it is unknown, as for GitHub.
    var remaining: Int?
    /// Whether ``remaining`` counts the calls of this machine only, because the shared count cannot be read.
    var isLocal = false
    /// The number of calls that `--budget` allows; `nil` without the flag.
    var budget: Int?

    /// Whether ``remaining`` and ``budget`` allow the calls; `nil` if unknown.
    var isAffordable: Bool? {
        let limits = [remaining, budget].compactMap { $0 }
        if limits.contains(where: { $0 < calls ?? minimumCalls }) { return false }
        guard let calls else { return nil }
        return limits.isEmpty && calls > 0 ? nil : true
    }

    static let kind = ResultKind<CostEstimate>(
        singular: "estimate",
        plural: "estimates",
        columns: [
            Column("service", .cyan) { .string($0.service.rawValue) },
            Column("quota", .green, isMain: true) { .string($0.quota) },
            Column("calls", .yellow) { .optional($0.calls) },
            Column("cached") { .number($0.cachedCount) },
            Column("left", field: "remaining") { .optional($0.remaining) },
            Column("affordable") { .string($0.isAffordable.map { $0 ? "yes" : "no" } ?? "") },
        ],
        fields: [
            .init(name: "affordable") { $0.isAffordable.map { .bool($0) } ?? .null },
            .init(name: "budget") { .optional($0.budget) },
            .init(name: "cached") { .number($0.cachedCount) },
            .init(name: "calls") { .optional($0.calls) },
            .init(name: "local") { .bool($0.isLocal) },
            .init(name: "quota") { .string($0.quota) },
            .init(name: "remaining") { .optional($0.remaining) },
            .init(name: "service") { .string($0.service.rawValue) },
        ]
    )

    /// Returns one estimate for each quota, with the sum of the calls; the sum is `nil` if a summand is.
    fileprivate static func merged(_ estimates: [CostEstimate]) -> [CostEstimate] {
        estimates.reduce(into: []) { merged, estimate in
            guard let index = merged.firstIndex(where: { $0.quota == estimate.quota }) else {
                merged.append(estimate)
                return
            }
            merged[index].cachedCount += estimate.cachedCount
            merged[index].calls = merged[index].calls.flatMap { calls in estimate.calls.map { calls + $0 } }
        }
    }
}

extension CostEstimate {
    init(_ service: SearchService, _ quota: String, _ cost: PartialCost<some Any>) {
        self.init(service: service, quota: quota, calls: cost.calls, cachedCount: cost.cachedCount)
    }
}

extension Session {
    func write(_ estimates: [CostEstimate], of invocation: Invocation) async throws(UsageError) -> CommandStatus {
        let options = try OutputOptions(invocation, fieldNames: CostEstimate.kind.fieldNames, console)
        guard options.fields == nil else {
            throw UsageError("--dry-run prints no results, so --json cannot select their fields; remove the fields")
        }
        let quotas = await seek.youTube.quota()
        var rows = CostEstimate.merged(estimates)
        for index in rows.indices {
            let status = quotas.first { $0.bucket.name == rows[index].quota }
            rows[index].remaining = status?.remaining
            rows[index].isLocal = status?.isEstimate == true
            rows[index].budget = invocation.integer(.budget)
        }
        if rows.contains(where: \.isLocal) { console.warnOfLocalCount() }
        return await write(rows, as: CostEstimate.kind, options, emptyMessage: "no call is needed")
    }
}
