import SeekBasics
import SeekNetworking

/// The stubs and the received requests of a transport, as a pure value.
struct StubBook: Sendable {
    struct Entry: Sendable {
        var stub: Stub
        var useCount = 0
        /// Whether a later stub is for exactly the same requests. If so, this stub is not reported as unused.
        var isOverridden = false
        var fixtureError: FixtureError?
    }

    enum Match: Sendable {
        /// A response, the values of the stub's placeholders, and the stub's position.
        case step(StubResponse.Step, values: [String: String], at: Int)
        /// No stub, with a description of the most similar one and the differences.
        case unmatched(String)
    }

    private(set) var entries: [Entry] = []
    /// The position of the latest stub for each pattern.
    private var latestPositions: [RequestPattern: Int] = [:]
    /// The positions of the stubs whose path has no placeholder, by path and last query parameter without one: with
    /// thousands of stubs, a request is compared only with these and ``otherPositions``.
    private var positionsByTarget: [String: [Int]] = [:]
    private var otherPositions: [Int] = []
    /// Whether the test of the stubs has ended. If so, no stub matches any more.
    var isEnded = false
    private(set) var received: [HTTPRequest] = []
    /// The explanations for requests that matched no stub, and whether they were reported at once.
    private var unmatched: [(explanation: String, isReported: Bool)] = []
    private var failedVerifications: [StubFailure] = []

    /// Adds a stub, which takes precedence over all others.
    mutating func add(_ stub: Stub) {
        let position = entries.count
        entries.append(Entry(stub: stub))
        guard let pattern = try? stub.pattern.get() else { return }
        if let target = pattern.url.literalTarget {
            positionsByTarget[target, default: []].append(position)
        } else {
            otherPositions.append(position)
        }
        if let earlier = latestPositions.updateValue(position, forKey: pattern) { entries[earlier].isOverridden = true }
    }

    /// Records a request, and returns the response of the matching stub, or the reason why none matches.
    ///
    /// - Parameters:
    ///   - ignoresOrigin: Whether scheme, host and port are ignored, as on a server.
    ///   - isReported: Whether the caller reports an unmatched request.
    mutating func match(_ request: HTTPRequest, ignoresOrigin: Bool = false, isReported: Bool = false) -> Match {
        guard !isEnded else {
            return .unmatched("no stub for \(request.redactedDescription): the test of the stubs has ended")
        }
        received.append(request)
        if let match = useStub(for: request, ignoresOrigin: ignoresOrigin) { return match }
        let explanation = explain(request, ignoresOrigin: ignoresOrigin)
        unmatched.append((explanation, isReported))
        return .unmatched(explanation)
    }

    /// Counts a use of the matching stub, and returns its response; nil if none matches. Does not record the request.
    mutating func useStub(for request: HTTPRequest, ignoresOrigin: Bool) -> Match? {
        guard let actual = ObservedRequest(request) else { return nil }
        for position in candidates(for: actual) {
            let entry = entries[position]
            guard let step = entry.stub.response.step(after: entry.useCount),
                let values = try? entry.stub.pattern.get().values(in: actual, ignoresOrigin: ignoresOrigin)
            else { continue }
            entries[position].useCount += 1
            return .step(step, values: values, at: position)
        }
        return nil
    }

    /// Returns the positions of the stubs that can match, the newest first.
    private func candidates(for actual: ObservedRequest) -> [Int] {
        let path = actual.pathText
        var positions = otherPositions + positionsByTarget[path, default: []]
        for item in actual.query { positions += positionsByTarget["\(path)?\(item.name)=\(item.value)", default: []] }
        return positions.count > 1 ? positions.sorted(by: >) : positions
    }

    /// Records that the fixture of a stub could not be loaded.
    mutating func record(_ error: FixtureError, at position: Int) {
        entries[position].fixtureError = error
    }

    mutating func record(_ problem: StubFailure) {
        failedVerifications.append(problem)
    }

    /// Returns the requests that match, in order.
    func received(_ matcher: RequestMatcher) throws(InvalidTemplate) -> [ReceivedRequest] {
        let pattern = try RequestPattern(matcher)
        return received.compactMap { request in
            ObservedRequest(request).flatMap { pattern.values(in: $0) }.map {
                ReceivedRequest(request: request, values: $0)
            }
        }
    }

    /// The problems of the test: first unmatched requests, then failed verifications, then stubs, each in order.
    func problems(_ strictness: StubStrictness, includingReported: Bool = true) -> [StubFailure] {
        let requests = strictness.contains(.unmatchedRequests) ? unmatched : []
        // An unmatched request has no stub, and thus no call site.
        return requests.filter { includingReported || !$0.isReported }
            .map { StubFailure(kind: .unmatchedRequest, description: $0.explanation, callSite: nil) }
            + failedVerifications
            + entries.compactMap { $0.problem(reportsUsage: strictness.contains(.wrongUseCounts)) }
    }
}

extension StubBook.Entry {
    /// Whether the stub was used less often than declared. By default, every response of a sequence must be used.
    private var isUsedTooRarely: Bool {
        guard (try? stub.pattern.get()) != nil, !isOverridden else { return false }
        if stub.response.isSequence, stub.times == .atLeastOnce { return useCount < stub.response.steps.count }
        return useCount < stub.times.range.lowerBound
    }

    func problem(reportsUsage: Bool) -> StubFailure? {
        let name = "stub \(description)"
        let (kind, text): (StubFailure.Kind, String)
        if case .failure(let error) = stub.pattern {
            (kind, text) = (.invalidStub, "\(name): \(error.reason)")
        } else if stub.response.steps.isEmpty {
            (kind, text) = (.invalidStub, "\(name) has an empty sequence of responses")
        } else if let error = fixtureError {
            (kind, text) = (.missingFixture, "\(name): \(error)")
        } else if reportsUsage, isUsedTooRarely || useCount > stub.times.range.upperBound {
            (kind, text) = (.wrongUseCount, "\(name) \(usage)")
        } else {
            return nil
        }
        return StubFailure(kind: kind, description: text, callSite: stub.callSite)
    }

    private var usage: String {
        if useCount == 0 { return "was not used" }
        let expected = stub.times == .atLeastOnce ? "\(stub.response.steps.count)" : "\(stub.times)"
        return "was used \(useCount) \(useCount == 1 ? "time" : "times"), not \(expected)"
    }

    var description: String { "\(stub.matcher) (\(stub.callSite))" }
}

extension StubBook {
    private func explain(_ request: HTTPRequest, ignoresOrigin: Bool) -> String {
        let summary = "no stub for \(request.redactedDescription)"
        guard !entries.isEmpty else { return "\(summary): there are no stubs" }
        guard let actual = ObservedRequest(request) else { return "\(summary): its URL is not absolute" }
        let candidates = entries.reversed().compactMap { entry in
            (try? entry.stub.pattern.get()).map { pattern in
                (entry: entry, differences: pattern.differences(from: actual, ignoresOrigin: ignoresOrigin))
            }
        }
        guard let nearest = candidates.min(by: { $0.differences.count < $1.differences.count }) else {
            return "\(summary): no stub is valid"
        }
        let differences = nearest.differences.isEmpty ? ["its sequence is complete"] : nearest.differences
        return "\(summary); nearest: \(nearest.entry.description): \(differences.joined(separator: ", "))"
    }
}
