import SeekBasics
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A transport that replays a recording, or creates one.
///
/// ```swift
/// let transport = RecordingTransport("github/octocat", live: CurlTransport())   // Fixtures/recordings/github/octocat.har
/// ```
/// Replay is exact: each exchange is used once, equal requests in their recorded order; a request that was not
/// recorded is an error, which describes the differences from the most similar one and the command for a new
/// recording. Method, URL and body identify a request; secrets are removed from recordings and not compared. For a
/// recording in the fixtures, the environment variable `SEEK_RECORDING` takes precedence over the given mode.
public final class RecordingTransport: HTTPTransport {
    @TaskLocal private static var scoped: RecordingTransport?

    private struct State {
        var replay = Replay(Recording())
        /// The exchanges of the previous recording, followed by those of this run.
        var kept: [Recording.Exchange] = []
        var made: [Recording.Exchange] = []
        var received: [HTTPRequest] = []
        var problems: [StubFailure] = []
        var lock: RecordingLock?
        /// Whether the recording exists but cannot be read. Such a file is not replaced.
        var isUnreadable = false
        var isFinished = false
    }

    /// The mode of the transport.
    public let mode: RecordingMode
    /// The name of the recording in `Fixtures/recordings`, or of its file.
    public let name: String
    /// The file.
    public let file: URL
    private let live: (any HTTPTransport)?
    private let secrets: SecretRules
    private let command: String
    private let maximumAge: Duration?
    private let now: @Sendable () -> Date
    private let callSite: CallSite
    private let state: Mutex<State>

    /// Creates a transport for a file.
    ///
    /// - Parameters:
    ///   - file: The HAR file.
    ///   - mode: Whether requests are replayed or sent.
    ///   - live: The transport for requests that are recorded. Not required for replay.
    ///   - secrets: Values to redact, in addition to fields with secret names.
    ///   - maximumAge: The age above which a recording is reported as stale.
    ///   - filter: The argument of `swift test --filter` in the advice for a new recording.
    ///   - now: Returns the current date.
    ///   - callSite: The source location at which problems are reported.
    public init(
        file: URL,
        named name: String? = nil,
        mode: RecordingMode = .replay,
        live: (any HTTPTransport)? = nil,
        secrets: SecretRules = SecretRules(),
        maximumAge: Duration? = nil,
        filter: String? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        callSite: CallSite
    ) {
        self.file = file
        self.name = name ?? file.lastPathComponent
        self.mode = mode
        self.live = live
        self.secrets = secrets
        self.maximumAge = maximumAge
        self.now = now
        self.callSite = callSite
        command =
            "\(RecordingMode.environmentVariable)=\(RecordingMode.recordAll.rawValue) swift test"
            + (filter.map { " --filter '\($0)'" } ?? "")
        state = Mutex(State())
        prepare()
    }

    /// The transport of the innermost scope of the current task; nil outside of a scope.
    public static var current: RecordingTransport? { scoped }

    /// Runs an operation in whose task and child tasks this transport is ``current``.
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

    private func prepare() {
        do throws(FixtureError) {
            if mode.isRecording { try takeLock() }
            guard mode == .replay || mode == .recordMissing else { return }
            guard mode == .replay || FileKind(atPath: file.path)?.isFile == true else { return }
            guard FileKind(atPath: file.path)?.isFile == true else {
                return note(
                    .brokenRecording,
                    "the recording '\(name)' does not exist at \(file.path); create it with: \(command)"
                )
            }
            let recording = try Recording(contentsOf: file)
            state.withLock { state in
                state.replay = Replay(recording)
                state.kept = recording.exchanges
            }
            checkAge(of: recording)
        } catch {
            note(.brokenRecording, "recording '\(name)': \(error)")
            state.withLock { $0.isUnreadable = true }
        }
    }

    private func takeLock() throws(FixtureError) {
        let lock = try RecordingLock(for: file)
        if lock == nil {
            note(
                .brokenRecording,
                "recording '\(name)' is being recorded by another test; use a separate recording for each test"
            )
        }
        state.withLock { $0.lock = lock }
    }

    private func checkAge(of recording: Recording) {
        guard let maximumAge, let oldest = recording.exchanges.compactMap(\.date).min() else { return }
        let age = Duration.seconds(now().timeIntervalSince(oldest))
        guard age > maximumAge else { return }
        let days = { (duration: Duration) in duration.components.seconds / 86_400 }
        note(
            .staleRecording,
            "recording '\(name)' is \(days(age)) days old, more than \(days(maximumAge)); record it again with: \(command)"
        )
    }

    private func note(_ kind: StubFailure.Kind, _ text: String) {
        let site = kind == .unmatchedRequest ? nil : callSite
        state.withLock { $0.problems.append(StubFailure(kind: kind, description: text, callSite: site)) }
    }
}

extension RecordingTransport {
    /// Replays a request, or sends it and records the response.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.validate()
        let context = NetworkError.Context(request: request)
        if Task.isCancelled { throw .cancelled(context) }
        if deadline <= .now { throw .timedOut(context) }
        let cleaned = secrets.removingSecrets(from: request)
        let exchange = state.withLock { state in
            state.received.append(request)
            return mode == .replay || mode == .recordMissing ? state.replay.exchange(for: cleaned) : nil
        }
        if let exchange { return try replay(exchange, of: request, maximumBodySize) }
        guard mode != .replay else {
            let explanation = state.withLock { $0.replay.explain(cleaned, bodies: Self.differences) }
            throw refusal(
                "no recording for \(cleaned.line) in '\(name)'; \(explanation); record it again with: \(command)",
                request
            )
        }
        guard let live else {
            throw refusal(
                "recording '\(name)' cannot be recorded without a transport: pass one as live",
                request
            )
        }
        let response = try await live.send(request, deadline: deadline, maximumBodySize: maximumBodySize)
        if mode.isRecording {
            state.withLock { $0.made.append(.init(request: request, response: response, date: now())) }
        }
        return response
    }

    /// Returns the differences between two JSON bodies by member; empty if either is not JSON.
    private static func differences(asked: Data, recorded: Data) -> [String] {
        let decoder = JSONDecoder()
        guard let asked = try? decoder.decode(JSONValue.self, from: asked),
            let recorded = try? decoder.decode(JSONValue.self, from: recorded)
        else { return [] }
        let differences = JSONSubset.differences(of: asked, from: recorded)
        return differences.isEmpty ? ["the body has more members than the recorded one"] : differences
    }

    private func replay(
        _ exchange: Recording.Exchange,
        of request: HTTPRequest,
        _ maximumBodySize: Int
    ) throws(NetworkError) -> HTTPResponse {
        guard exchange.hasBody else {
            throw refusal(
                "the response to \(request.line) was recorded without its body; export the HAR with content",
                request
            )
        }
        guard exchange.response.body.count <= maximumBodySize else {
            throw .bodyTooLarge(limit: maximumBodySize, .init(request: request, response: exchange.response))
        }
        return exchange.response
    }

    private func refusal(_ reason: String, _ request: HTTPRequest) -> NetworkError {
        note(.unmatchedRequest, reason)
        return .invalidRequest(reason: reason, NetworkError.Context(request: request))
    }

    /// Writes the recording without secrets, or reports unused exchanges. Further calls have no effect.
    public func finish() {
        let (isFirst, unused, kept, made, lock, isUnreadable) = state.withLock { state in
            defer {
                state.isFinished = true
                state.lock = nil
            }
            return (!state.isFinished, state.replay.unused, state.kept, state.made, state.lock, state.isUnreadable)
        }
        guard isFirst else { return }
        if mode == .replay, !unused.isEmpty {
            let requests = unused.prefix(5).map(\.request.line).joined(separator: ", ")
            note(
                .staleRecording,
                "recording '\(name)' is stale: \(unused.count) of its exchanges were not used (\(requests)\(unused.count > 5 ? ", …" : "")); record it again with: \(command)"
            )
        }
        guard mode.isRecording, lock != nil, mode == .recordAll || !made.isEmpty && !isUnreadable else { return }
        do throws(Recording.Unwritable) {
            let old = mode == .recordMissing ? kept : []
            try secrets.removingSecrets(from: Recording(old + made)).write(to: file)
        } catch {
            note(.brokenRecording, "recording '\(name)': \(error)")
        }
        withExtendedLifetime(lock) {}
    }
}

extension RecordingTransport {
    /// Creates a transport for a recording in the fixtures: `Fixtures/recordings/<name>.har`. The parameters are those
    /// of ``init(file:named:mode:live:secrets:maximumAge:filter:now:callSite:)``; `SEEK_RECORDING` takes precedence
    /// over `mode`.
    ///
    /// - Throws: ``FixtureError`` if there is no folder of fixtures, the name refers to a file outside of it, or the
    ///   variable is invalid.
    public convenience init(
        _ name: String,
        mode: RecordingMode = .replay,
        live: (any HTTPTransport)? = nil,
        secrets: SecretRules = SecretRules(),
        maximumAge: Duration? = nil,
        filter: String? = nil,
        fixtures: Fixtures? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        now: @escaping @Sendable () -> Date = { Date() },
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) throws(FixtureError) {
        let fixtures = try Fixtures(root: fixtures?.root, environment: environment, filePath: filePath)
        guard Fixtures.isValid(name) else { throw .invalidName(name) }
        var mode = mode
        if let value = environment[RecordingMode.environmentVariable], !value.isEmpty {
            guard let wanted = RecordingMode(rawValue: value) else {
                let modes = RecordingMode.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidName("\(RecordingMode.environmentVariable)=\(value) (one of \(modes))")
            }
            mode = wanted
        }
        self.init(
            file: fixtures.root.appendingPathComponent("recordings/\(name).har"),
            named: name,
            mode: mode,
            live: live,
            secrets: secrets,
            maximumAge: maximumAge,
            filter: filter,
            now: now,
            callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }
}
