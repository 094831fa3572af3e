public import SeekBasics
public import SeekNetworking

/// A transport that replays a recording, or creates one.
///
/// ```swift
/// // Fixtures/recordings/github/octocat.har
/// let transport = try RecordingTransport("github/octocat", live: CurlTransport())
/// ```
/// Each exchange is replayed once, those with equal requests in their recorded order. By default, a request that was
/// not recorded fails with the differences from the most similar recorded request and the command for a new recording.
/// Requests are compared by method, URL and body. Secrets are removed from recordings and not compared.
public final class RecordingTransport: HTTPTransport {
    @TaskLocal private static var scoped: RecordingTransport?

    private struct State {
        var replay = Replay(Recording())
        /// The exchanges of the existing recording, to which new ones are added; empty if it is replaced.
        var recordedExchanges: [Recording.Exchange] = []
        var newExchanges: [Recording.Exchange] = []
        var received: [HTTPRequest] = []
        var problems: [StubFailure] = []
        /// The lock of the file; nil if the file must not be written.
        var lock: RecordingLock?
        var isFinished = false
    }

    /// The mode of the transport.
    public let mode: RecordingMode
    private let name: String
    private let file: URL
    private let live: (any HTTPTransport)?
    private let secrets: SecretRules
    /// The command that creates a new recording.
    private let command: String
    private let callSite: CallSite
    private let state = Mutex(State())

    /// Creates a transport for a recording in the fixtures: `Fixtures/recordings/<name>.har`.
    ///
    /// - Parameters:
    ///   - mode: Whether requests are replayed or sent. The environment variable `SEEK_RECORDING` takes precedence.
    ///   - live: The transport that sends requests. Not required for replay.
    ///   - secrets: Names and values to redact, in addition to the predefined names of secrets.
    ///   - filter: The argument of `swift test --filter` in the command for a new recording.
    ///   - fixtures: The folder of fixtures; nil to locate it as described in ``Fixtures``.
    /// - Throws: ``FixtureError`` if there is no folder of fixtures, or the name or the variable is invalid. Other
    ///   problems of the recording are listed in ``problems``.
    public init(
        _ name: String,
        mode: RecordingMode = .replay,
        live: (any HTTPTransport)? = nil,
        secrets: SecretRules = SecretRules(),
        filter: String? = nil,
        fixtures: Fixtures? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) throws(FixtureError) {
        let fixtures = try Fixtures(root: fixtures?.root, environment: environment, filePath: filePath)
        guard Fixtures.isValid(name) else { throw .invalidName(name) }
        self.name = name
        self.mode = try RecordingMode(environment: environment) ?? mode
        file = fixtures.root.appendingPathComponent("recordings/\(name).har")
        self.live = live
        self.secrets = secrets
        callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        command =
            "\(RecordingMode.environmentVariable)=\(RecordingMode.recordAll.rawValue) swift test"
            + (filter.map { " --filter '\($0)'" } ?? "")
        openRecording()
    }

    /// The transport of the innermost scope of the current task; nil outside of a scope.
    public static var current: RecordingTransport? { scoped }

    /// Runs an operation. In its task and child tasks, this transport is ``current``.
    public func scope<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$scoped.withValue(self, operation: operation)
    }

    /// The received requests in order.
    public var received: [HTTPRequest] { state.withLock { $0.received } }
    /// The problems for which a test should fail. Complete after ``finish()``.
    public var problems: [StubFailure] { state.withLock { $0.problems } }

    private func openRecording() {
        do throws(FixtureError) {
            if mode.isRecording { try acquireLock() }
            guard mode.isReplaying else { return }
            guard Fixtures.isFile(file) else {
                if mode == .replay {
                    report("the recording '\(name)' does not exist at \(file.path); create it with: \(command)")
                }
                return
            }
            let recording = try Recording(contentsOf: file)
            state.withLock { state in
                state.replay = Replay(recording)
                state.recordedExchanges = recording.exchanges
            }
            if mode.isRecording, let summary = recording.skippedSummary {
                report(
                    "recording '\(name)': \(summary), and adding exchanges would remove them; record it with: \(command)"
                )
                state.withLock { $0.lock = nil }
            }
        } catch {
            report("recording '\(name)': \(error)")
            // An existing recording that cannot be read must not be replaced.
            state.withLock { $0.lock = nil }
        }
    }

    private func acquireLock() throws(FixtureError) {
        let lock = try RecordingLock(for: file)
        if lock == nil {
            report("recording '\(name)' is being recorded by another test; use a separate recording for each test")
        }
        state.withLock { $0.lock = lock }
    }

    private func report(_ description: String, _ kind: StubFailure.Kind = .brokenRecording) {
        // An unmatched request is reported at the end of the test.
        let site = kind == .unmatchedRequest ? nil : callSite
        state.withLock { $0.problems.append(StubFailure(kind: kind, description: description, callSite: site)) }
    }
}

extension RecordingTransport {
    /// Replays a request, or sends it and records the response if the mode requires it.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.validate()
        let context = NetworkError.Context(request: request)
        if Task.isCancelled { throw .cancelled(context) }
        if deadline <= .now { throw .timedOut(context) }
        let redacted = secrets.removingSecrets(from: request)
        let exchange = state.withLock { state in
            state.received.append(request)
            return mode.isReplaying ? state.replay.nextExchange(for: redacted) : nil
        }
        if let exchange { return try replay(exchange, of: request, maximumBodySize) }
        guard mode != .replay else {
            let explanation = state.withLock { $0.replay.explain(redacted, bodies: Self.differences) }
            let problem = "no recording for \(redacted.redactedDescription) in '\(name)'; \(explanation)"
            throw reportedError("\(problem); record it again with: \(command)", request)
        }
        guard let live else {
            let problem = "recording '\(name)' requires a transport that sends requests: pass one as live"
            throw reportedError(problem, request)
        }
        let response = try await live.send(request, deadline: deadline, maximumBodySize: maximumBodySize)
        if mode.isRecording {
            state.withLock { $0.newExchanges.append(.init(request: request, response: response, date: Date())) }
        }
        return response
    }

    /// Returns the differences between two JSON bodies by member; empty if either is not JSON.
    private static func differences(requested: Data, recorded: Data) -> [String] {
        guard let requested = try? JSONValue(json: requested), let recorded = try? JSONValue(json: recorded) else {
            return []
        }
        let differences = JSONSubset.differences(of: requested, from: recorded)
        return differences.isEmpty ? ["the body has more members than the recorded one"] : differences
    }

    private func replay(
        _ exchange: Recording.Exchange,
        of request: HTTPRequest,
        _ maximumBodySize: Int
    ) throws(NetworkError) -> HTTPResponse {
        guard exchange.hasBody else {
            let problem = "the response to \(request.redactedDescription) was recorded without its body"
            throw reportedError("\(problem); export the HAR with content", request)
        }
        guard exchange.response.body.count <= maximumBodySize else {
            throw .bodyTooLarge(limit: maximumBodySize, .init(request: request, response: exchange.response))
        }
        return exchange.response
    }

    private func reportedError(_ reason: String, _ request: HTTPRequest) -> NetworkError {
        report(reason, .unmatchedRequest)
        return .invalidRequest(reason: reason, NetworkError.Context(request: request))
    }

    /// Writes a new or extended recording to its file, without secrets, but not a new one in which a request had no
    /// response; in replay mode, adds unused exchanges to ``problems``. Further calls have no effect.
    public func finish() {
        let finalState = state.withLock { state in
            defer {
                state.isFinished = true
                state.lock = nil
            }
            return state
        }
        guard !finalState.isFinished else { return }
        let unused = finalState.replay.unused
        if mode == .replay, !unused.isEmpty {
            let requests = unused.prefix(5).map(\.request.redactedDescription).joined(separator: ", ")
            let list = unused.count > 5 ? "\(requests), …" : requests
            let problem = "recording '\(name)' is stale: \(counted(unused.count, "unused exchange")) (\(list))"
            report("\(problem); record it again with: \(command)", .staleRecording)
        }
        guard finalState.lock != nil, mode == .recordAll || !finalState.newExchanges.isEmpty else { return }
        // An incomplete recording must not replace a complete one.
        guard mode != .recordAll || finalState.newExchanges.count == finalState.received.count else {
            return report("recording '\(name)' was not written, because a request failed; try again with: \(command)")
        }
        do throws(PrivateFileError) {
            let recording = Recording(finalState.recordedExchanges + finalState.newExchanges)
            try secrets.removingSecrets(from: recording).write(to: file)
        } catch {
            report("recording '\(name)' cannot be written: \(error)")
        }
        // The lock is held until the recording is written.
        withExtendedLifetime(finalState.lock) {}
    }
}

/// Whether requests are replayed from a recording or sent.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
    /// Requests are replayed; one without an unused recorded exchange fails. Nothing is sent.
    case replay
    /// Requests are replayed; those without an unused recorded exchange are sent and added.
    case recordMissing = "missing"
    /// All requests are sent, and the recording is replaced.
    case recordAll = "all"
    /// All requests are sent, and nothing is recorded.
    case live

    /// The environment variable of the mode: `SEEK_RECORDING=all swift test --filter …`.
    public static let environmentVariable = "SEEK_RECORDING"

    var isReplaying: Bool { self == .replay || self == .recordMissing }
    var isRecording: Bool { self == .recordMissing || self == .recordAll }

    /// Returns the mode in the environment; nil if the variable is missing or empty.
    init?(environment: [String: String]) throws(FixtureError) {
        guard let value = environment[Self.environmentVariable], !value.isEmpty else { return nil }
        guard let mode = Self(rawValue: value) else {
            let modes = Self.allCases.map(\.rawValue)
            throw .invalidVariable(name: Self.environmentVariable, value: value, allowed: modes)
        }
        self = mode
    }
}
