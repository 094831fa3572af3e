import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The stubs of one scope, what they answered and what they did not: a pure value.
struct StubBook: Sendable {
    private struct Entry: Sendable {
        var stub: Stub
        var uses = 0
        var isReplaced = false
        var fixtureError: FixtureError?
    }

    /// What a request meets.
    enum Match: Sendable {
        /// An answer, and the position of its stub.
        case step(StubAnswer.Step, at: Int)
        /// No stub. The text names the nearest one and what differs.
        case unmatched(String)
    }

    private var entries: [Entry] = []
    /// The positions of the stubs of a key, the one added last first.
    private var positions: [RequestPattern.Key: [Int]] = [:]
    private(set) var received: [HTTPRequest] = []
    private(set) var unmatched: [(request: HTTPRequest, explanation: String)] = []

    /// Adds a stub before all others. An earlier one that asks for exactly the same is replaced.
    mutating func add(_ stub: Stub) {
        let position = entries.count
        entries.append(Entry(stub: stub))
        guard let pattern = stub.pattern else { return }
        for earlier in positions[pattern.key, default: []] where entries[earlier].stub.pattern == pattern {
            entries[earlier].isReplaced = true
        }
        positions[pattern.key, default: []].insert(position, at: 0)
    }

    /// Takes note of a request and finds its answer.
    mutating func match(_ request: HTTPRequest) -> Match {
        received.append(request)
        if let key = RequestPattern.Key(method: request.method, url: request.url) {
            for position in positions[key, default: []] {
                let entry = entries[position]
                guard let step = entry.stub.answer.step(after: entry.uses), entry.stub.pattern?.accepts(request) == true
                else { continue }
                entries[position].uses += 1
                return .step(step, at: position)
            }
        }
        let explanation = explain(request)
        unmatched.append((request, explanation))
        return .unmatched(explanation)
    }

    /// Takes note that the fixture of a stub could not be had.
    mutating func note(_ error: FixtureError, at position: Int) {
        entries[position].fixtureError = error
    }

    /// The stubs that answered nothing, and sequences not used to their end.
    var unused: [Stub] {
        entries.filter(Self.isUnused).map(\.stub)
    }

    /// What a test should fail for: the requests first, then the stubs, each in order.
    var problems: [StubProblem] {
        unmatched.map { StubProblem(kind: .unmatchedRequest, description: $0.explanation, callSite: nil) }
            + entries.compactMap(Self.problem)
    }

    private static func isUnused(_ entry: Entry) -> Bool {
        let isFinished = entry.stub.answer.isSequence ? entry.uses >= entry.stub.answer.steps.count : entry.uses > 0
        return entry.stub.pattern != nil && !entry.isReplaced && !isFinished
    }

    private static func problem(_ entry: Entry) -> StubProblem? {
        let stub = entry.stub
        let name = "stub \(describe(stub))"
        let (kind, text): (StubProblem.Kind, String)
        if stub.pattern == nil {
            (kind, text) = (.invalidStub, "\(name) has no absolute http or https URL")
        } else if stub.answer.steps.isEmpty {
            (kind, text) = (.invalidStub, "\(name) has an empty sequence of answers")
        } else if let error = entry.fixtureError {
            (kind, text) = (.missingFixture, "\(name): \(error)")
        } else if isUnused(entry) {
            let uses = stub.answer.isSequence && entry.uses > 0
            let detail = uses ? "answered \(entry.uses) of \(stub.answer.steps.count) requests" : "was not used"
            (kind, text) = (.unusedStub, "\(name) \(detail)")
        } else {
            return nil
        }
        return StubProblem(kind: kind, description: text, callSite: stub.callSite)
    }

    private static func describe(_ stub: Stub) -> String {
        "\(stub.method) \(URL(string: stub.url).map(Redaction.redacted) ?? stub.url) (\(stub.callSite))"
    }
}

extension StubBook {
    private func explain(_ request: HTTPRequest) -> String {
        let asked = "no stub for \(request.method) \(Redaction.redacted(request.url))"
        guard !entries.isEmpty else { return "\(asked): there are no stubs" }
        let candidates = entries.reversed().compactMap { entry in
            entry.stub.pattern.map { (entry: entry, differences: $0.differences(from: request)) }
        }
        guard let nearest = candidates.min(by: { $0.differences.count < $1.differences.count }) else {
            return "\(asked): no stub has a valid URL"
        }
        let differences = nearest.differences.isEmpty ? ["its sequence is spent"] : nearest.differences
        return "\(asked); nearest: \(Self.describe(nearest.entry.stub)): \(differences.joined(separator: ", "))"
    }
}
