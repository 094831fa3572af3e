#if os(Linux)
import Fleet
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The machines of a fleet")
struct MachineTests {
    @Test("a repeated text is served from memory, and the server counts calls by the first word of the text")
    func searches() async throws {
        let (folder, upstream) = (try TemporaryFolder(), try FleetUpstream(latency: .zero))
        let machine = Machine(MachineSettings(redis: nil, upstream: upstream.url, folder: folder.url))
        let work = MachineWork(prefix: "a", texts: ["swift 1", "swift 2", "swift 1", "zig 1"])
        let report = try await machine.perform(work)
        #expect(report.sources == ["network": 3, "memory": 1])
        #expect(report.errors == [])
        #expect(upstream.calls() == 3)
        #expect(upstream.calls(for: "swift") == 2)
        #expect(upstream.calls(for: "c 1") == 0)
    }

    @Test("a machine stops when the quota is used up")
    func quota() async throws {
        let (folder, upstream) = (try TemporaryFolder(), try FleetUpstream(latency: .zero))
        let settings = MachineSettings(redis: nil, upstream: upstream.url, folder: folder.url, quota: 3)
        let work = MachineWork(prefix: "a", texts: (0..<9).map { "text \($0)" }, endsWithQuota: true)
        let report = try await Machine(settings).perform(work)
        #expect(report.succeeded == 3)
        #expect(report.rejected == 1)
    }

    @Test("the response to another search is reported as wrong")
    func wrong() async throws {
        let response = StubResponse.text(FleetPage.json(for: "zig"), contentType: "application/json")
        let server = try LoopbackServer(
            returning: StubTransport([stub(.get, "/youtube/v3/search", returning: response)])
        )
        let folder = try TemporaryFolder()
        let machine = Machine(MachineSettings(redis: nil, upstream: server.baseURL, folder: folder.url))
        let report = try await machine.perform(MachineWork(prefix: "a", texts: ["swift"]))
        #expect(report.wrong == 1)
        #expect(report.succeeded == 0)
        #expect(report.errors == ["swift: result of zig"])
    }

    @Test("a failed search is counted with its error")
    func failed() async throws {
        let upstream = try FleetUpstream(latency: .zero)
        let settings = MachineSettings(redis: nil, upstream: upstream.url)
        upstream.stop()
        let report = try await Machine(settings).perform(MachineWork(prefix: "a", texts: ["swift"]))
        #expect(report.failed == 1)
        #expect(report.errors.count == 1)
    }

    @Test(
        "a machine's process exits with status 2 if its arguments are invalid",
        arguments: [[], ["--fleet-machine", "{"], ["x", "{}"]]
    )
    func invalidArguments(arguments: [String]) async {
        #expect(await MachineProcess.run(arguments) == 2)
    }
}
#endif
