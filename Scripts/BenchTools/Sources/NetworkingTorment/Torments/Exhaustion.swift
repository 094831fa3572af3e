import SeekNetworking
import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests without available descriptors end with typed errors, and the same transports work again once there are
/// descriptors.
///
/// A famine lasts some milliseconds only: libdispatch looks into `/proc` once a second to see which threads of its pool
/// are running, and traps where it cannot open the file (`_dispatch_workq_monitor_pools`). No library can keep it from
/// that.
struct Exhaustion {
    private static let crowdSize = 32
    private static let body = Data("here".utf8)
    private static let patience = Duration.milliseconds(300)

    let make: @Sendable () -> any HTTPTransport

    func run(_ scale: Scale, _ random: SeededGenerator) async -> Record {
        var record = Record()
        for _ in 0..<scale.count(6) { record.add(await oneFamine()) }
        return record
    }

    private func oneFamine() async -> Record {
        let server: LoopbackServer
        do throws(LoopbackServer.Failure) {
            server = try LoopbackServer(keepsRequests: false) { _ in .response(HTTPResponse(body: Self.body)) }
        } catch {
            return .failed("\(error)")
        }
        let request = HTTPRequest(url: server.baseURL)
        let (old, new) = (make(), make())
        var record = await ask(old, request, .answer(Self.body), patience: .seconds(5))
        guard let famine = DescriptorFamine.begin(spare: 0) else {
            return .failed("the limit could not be lowered")
        }
        let starved = await withTaskGroup(of: Record.self) { group in
            for index in 0..<Self.crowdSize {
                let transport = index.isMultiple(of: 2) ? old : new
                group.addTask { await ask(transport, request, .either, patience: Self.patience) }
            }
            return await group.reduce(into: Record()) { $0.add($1) }
        }
        famine.end()
        if starved.count(of: "transport") == 0 { record.note("nobody noticed the famine") }
        record.add(starved)
        for (name, transport) in [("used", old), ("new", new)] {
            let after = await ask(transport, request, .answer(Self.body), patience: .seconds(5))
            if after.count(of: "200") == 0 { record.note("the \(name) transport does not answer after the famine") }
            record.add(after)
        }
        return record
    }

    private func ask(
        _ transport: any HTTPTransport,
        _ request: HTTPRequest,
        _ expected: ExpectedEnding,
        patience: Duration
    ) async -> Record {
        var record = Record()
        let ending = await transport.ending(of: request, deadline: .now + patience)
        record.add(ending, violation: expected.violation(by: ending))
        return record
    }
}
