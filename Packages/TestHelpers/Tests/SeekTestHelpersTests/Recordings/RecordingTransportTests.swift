import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("RecordingTransport")
struct RecordingTransportTests {
    private let folder: TemporaryFolder
    private let fixtures: Fixtures

    init() throws {
        folder = try TemporaryFolder()
        fixtures = try Fixtures(root: folder.url)
    }

    private func transport(
        _ mode: RecordingMode,
        live: (any HTTPTransport)? = nil
    ) throws -> RecordingTransport {
        try RecordingTransport(
            "some",
            mode: mode,
            live: live,
            filter: "Some/test()",
            fixtures: fixtures,
            environment: [:]
        )
    }

    private func send(
        _ transport: RecordingTransport,
        _ target: String,
        body: String? = nil,
        maximumBodySize: Int = 1_000
    ) async -> Result<HTTPResponse, NetworkError> {
        let method: HTTPRequest.Method = body == nil ? .get : .post
        return await SeekTestHelpersTests.send(
            transport,
            "https://h.example\(target)",
            method: method,
            body: body,
            maximumBodySize: maximumBodySize
        )
    }

    private var live: StubTransport {
        StubTransport([
            stub(.get, "/turns", times: .any, returning: .sequence([.text("1"), .text("2"), .text("3")])),
            stub(.get, "/other", times: .any, returning: .text("other")),
            stub(.post, "/{any}", times: .any, returning: .json(["token": "s3cret-token"])),
        ])
    }

    /// Records /turns twice and a POST.
    private func record() async throws {
        let recorder = try transport(.recordAll, live: live)
        #expect(await send(recorder, "/turns?key=s3cret-key").text == "1")
        #expect(await send(recorder, "/turns?key=s3cret-key").text == "2")
        #expect(await send(recorder, "/post", body: #"{"a": 1}"#).text?.contains("s3cret-token") == true)
        recorder.finish()
        // The second call has no effect.
        recorder.finish()
        #expect(recorder.problems.isEmpty)
    }

    @Test("recorded exchanges are replayed in order and once each, regardless of the secrets in requests")
    func replay() async throws {
        try await record()
        let text = try String(contentsOf: folder.file("recordings/some.har"), encoding: .utf8)
        #expect(!text.contains("s3cret"))
        let replay = try transport(.replay)
        #expect(await send(replay, "/turns?key=another").text == "1")
        #expect(await send(replay, "/turns?key=a-third").text == "2")
        #expect(await send(replay, "/post", body: #"{ "a": 1.0 }"#).text == #"{"token":"REDACTED"}"#)
        replay.finish()
        #expect(replay.problems.isEmpty)
        #expect(replay.received.count == 3)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "recordings"))
        #expect(files == ["some.har"])
    }

    @Test(
        "an unrecorded request fails with the difference and the command that records it",
        arguments: [
            ("/turns?key=k&page=2", nil as String?, "query parameter page is '2', not missing"),
            ("/turn?key=k", nil, "path is /turn, not /turns"),
            ("/post", #"{"a": 2}"#, "body.a is 2, not 1"), ("/post", #"{"a": 1, "b": 1}"#, "the body has more members"),
            ("/post", "text", "the body differs"),
            ("/post?x=1", #"{"a": 1}"#, "query parameter x is '1', not missing"),
        ]
    )
    func different(target: String, body: String?, difference: String) async throws {
        try await record()
        let replay = try transport(.replay)
        let reason = await send(replay, target, body: body).failure?.description ?? ""
        #expect(reason.contains("in 'some'; nearest: "), "\(reason)")
        #expect(reason.contains(difference), "\(reason)")
        #expect(reason.contains("record it again with: SEEK_RECORDING=all swift test --filter 'Some/test()'"))
        #expect(replay.problems.map(\.kind) == [.unmatchedRequest])
    }

    @Test("a request fails once all its exchanges are used")
    func usedExchanges() async throws {
        try await record()
        let replay = try transport(.replay)
        for _ in 0..<2 { _ = await send(replay, "/turns?key=k") }
        let reason = await send(replay, "/turns?key=k").failure?.description ?? ""
        #expect(reason.contains("it was recorded 2 times, and all of them have been used"))
        #expect(replay.problems.map(\.kind) == [.unmatchedRequest])
    }

    @Test("unused exchanges make the recording stale")
    func unusedExchanges() async throws {
        try await record()
        let replay = try transport(.replay)
        for _ in 0..<2 { _ = await send(replay, "/turns?key=k") }
        replay.finish()
        #expect(replay.problems.map(\.kind) == [.staleRecording])
        let unused = "1 unused exchange (POST https://h.example/post)"
        #expect(replay.problems.last?.description.contains(unused) == true)
        #expect(replay.problems.last?.callSite?.fileID.hasSuffix("RecordingTransportTests.swift") == true)
    }

    @Test("recordMissing sends and adds only requests that are not recorded yet, and creates a missing recording")
    func missing() async throws {
        try await record()
        let upstream = live
        let adding = try transport(.recordMissing, live: upstream)
        #expect(await send(adding, "/turns?key=k").text == "1")
        #expect(await send(adding, "/other").text == "other")
        adding.finish()
        #expect(upstream.received.count == 1)
        #expect(adding.problems.isEmpty)
        let replay = try transport(.replay)
        #expect(await send(replay, "/other").text == "other")
        #expect(await send(replay, "/turns?key=k").text == "1")
        let creating = try RecordingTransport(
            "new",
            mode: .recordMissing,
            live: live,
            fixtures: fixtures,
            environment: [:]
        )
        #expect(await send(creating, "/other").text == "other")
        creating.finish()
        #expect(FileManager.default.fileExists(atPath: folder.path(of: "recordings/new.har")))
    }

    @Test("live mode sends requests and records nothing")
    func liveMode() async throws {
        let direct = try transport(.live, live: live)
        #expect(await send(direct, "/other").text == "other")
        direct.finish()
        #expect(direct.problems.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "recordings/some.har")))
    }

    @Test("a recording is not replaced if a request fails")
    func failedRecording() async throws {
        try await record()
        let file = folder.file("recordings/some.har")
        let recorded = try Data(contentsOf: file)
        for live in [StubTransport([stub(.get, "/turns", returning: .failure(.cannotConnect))]), nil] {
            let recorder = try transport(.recordAll, live: live)
            #expect(await send(recorder, "/turns").failure != nil)
            recorder.finish()
            #expect(recorder.problems.contains { $0.description.contains("was not written, because a request failed") })
            #expect(try Data(contentsOf: file) == recorded)
        }
    }

    @Test("a recording that is missing, invalid or locked, or a missing live transport, is reported")
    func unusableRecordings() async throws {
        let none = try transport(.replay)
        #expect(none.problems.first?.description.contains("the recording 'some' does not exist at ") == true)
        #expect(none.problems.first?.description.contains("create it with: SEEK_RECORDING=all") == true)
        #expect(await send(none, "/a").failure?.description.contains("the recording has no responses") == true)
        let withoutLive = try transport(.recordAll)
        #expect(await send(withoutLive, "/a").failure?.description.contains("pass one as live") == true)
        // `withoutLive` locks the recording until it is finished.
        let locked = try transport(.recordAll, live: live)
        #expect(locked.problems.map(\.kind) == [.brokenRecording])
        #expect(locked.problems.first?.description.contains("is being recorded by another test") == true)
        locked.finish()
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "recordings/some.har")))
        withoutLive.finish()
        try folder.write("{", to: "recordings/some.har")
        #expect(try transport(.replay).problems.first?.description.contains("some.har is malformed") == true)
        // New exchanges do not replace a recording that cannot be read.
        let adding = try transport(.recordMissing, live: live)
        #expect(await send(adding, "/other").text == "other")
        adding.finish()
        #expect(try String(contentsOf: folder.file("recordings/some.har"), encoding: .utf8) == "{")
    }

    @Test("a recording of hundreds of megabytes is rejected because of its size and not overwritten")
    func huge() async throws {
        let file = try folder.write("{", to: "recordings/some.har")
        // A sparse file, which occupies no space.
        try FileHandle(forWritingTo: file).truncate(atOffset: 300 << 20)
        for mode in [RecordingMode.replay, .recordMissing] {
            let transport = try transport(mode, live: live)
            #expect(transport.problems.map(\.kind) == [.brokenRecording])
            #expect(transport.problems.first?.description.contains("has 314572800 bytes, more than the limit") == true)
            _ = await send(transport, "/other")
            transport.finish()
        }
        #expect(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize == 300 << 20)
    }

    private func mode(_ value: String, name: String = "a") throws -> RecordingMode {
        try RecordingTransport(name, fixtures: fixtures, environment: ["SEEK_RECORDING": value]).mode
    }

    @Test("the environment variable, unless it is empty, takes precedence over the mode")
    func environment() throws {
        #expect(try mode("live") == .live)
        #expect(try mode("") == .replay)
    }

    @Test("an invalid environment variable and an invalid name throw errors")
    func invalidSettings() throws {
        let error = #expect(throws: FixtureError.self) { try mode("al") }
        #expect(error?.description == "SEEK_RECORDING is 'al': set it to replay, missing, all, live, or remove it")
        #expect(throws: FixtureError.invalidName("../a")) { try mode("live", name: "../a") }
    }

    @Test("body limits, deadlines and cancellation apply to replays")
    func limits() async throws {
        try await record()
        let replay = try transport(.replay)
        guard case .bodyTooLarge(limit: 0, _)? = await send(replay, "/turns?key=k", maximumBodySize: 0).failure else {
            Issue.record("the body was not limited")
            return
        }
        let url = try #require(URL(string: "https://h.example/turns?key=k"))
        await #expect(throws: NetworkError.self) {
            try await replay.send(HTTPRequest(url: url), deadline: .now - .seconds(1), maximumBodySize: 1)
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await send(replay, "/turns?key=k")
        }
        guard case .cancelled? = await task.value.failure else {
            Issue.record("the request was not cancelled")
            return
        }
    }

    @Test("a request whose response was recorded without its body fails")
    func withoutBody() async throws {
        let har = #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://h.example/b"}, "#
        try folder.write(har + #""response": {"status": 200, "content": {"size": 7}}}]}}"#, to: "recordings/some.har")
        let reason = await send(try transport(.replay), "/b").failure?.description ?? ""
        #expect(reason.contains("recorded without its body"))
    }

    @Test("a transport is current within its scope")
    func scope() async throws {
        let live = try transport(.live)
        #expect(RecordingTransport.current == nil)
        await live.scope { #expect(RecordingTransport.current === live) }
    }
}
