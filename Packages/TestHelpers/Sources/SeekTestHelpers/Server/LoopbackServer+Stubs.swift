import SeekBasics
public import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension LoopbackServer {
    /// Starts a server that answers from a scope of stubs: the same stubs as without a socket, over real HTTP.
    ///
    /// ```swift
    /// let server = try LoopbackServer(answering: .current)     // the stubs of the test's trait
    /// ```
    /// Scheme, host and port of a stub's URL are not compared: who reached the server means it. A request that no stub matches
    /// is answered 404 with the explanation, and is a problem of the stubs.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 takes any free one.
    ///   - stubs: what it answers from, and what keeps the requests.
    public convenience init(port: UInt16 = 0, returning stubs: StubTransport) throws(Failure) {
        try self.init(port: port) { stubs.reply(to: $0) }
    }
}

extension StubTransport {
    /// What a server answers to a request. It blocks its thread where an answer waits at a gate or is made by a closure.
    public func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        reply(to: request, answer(to: request, ignoresOrigin: true))
    }

    /// What a server answers where a stub matches; nil where none does, which is no problem here. For servers that run for long:
    /// the request is not kept.
    package func replyIfStubbed(to request: HTTPRequest) -> LoopbackServer.Reply? {
        withBook { $0.find(request, ignoresOrigin: true) }.map { reply(to: request, $0) }
    }

    private func reply(to request: HTTPRequest, _ match: StubBook.Match) -> LoopbackServer.Reply {
        switch match {
        case .unmatched(let explanation):
            Self.refusal(.notFound, explanation)
        case .step(let step, let values, let position):
            reply(to: request, step, values, at: position)
        }
    }

    private func reply(
        to request: HTTPRequest,
        _ step: StubResponse.Step,
        _ values: [String: String],
        at position: Int
    ) -> LoopbackServer.Reply {
        switch step {
        case .response(let response):
            return .response(response)
        case .fault(let fault):
            return .fault(fault)
        case .failure(let makeError):
            return Self.reply(makeError(request))
        case .closure(let respond):
            return ThreadExecutor.wait {
                do throws(NetworkError) {
                    return .response(try await respond(request, values))
                } catch {
                    return Self.reply(error)
                }
            }
        case .file(let file):
            do throws(FixtureError) {
                return .response(try file.response(from: fixtures))
            } catch {
                withBook { $0.note(error, at: position) }
                return Self.refusal(.init(code: 500, reasonPhrase: "Internal Server Error"), "\(error)")
            }
        case .held(let gate, let step):
            ThreadExecutor.wait { _ = await gate.pass() }
            return reply(to: request, step, values, at: position)
        case .delayed(let delay, let step):
            guard !(clock is ContinuousClock) else {
                return .delayed(delay, reply(to: request, step, values, at: position))
            }
            ThreadExecutor.wait { [clock] in try? await clock.sleep(for: delay) }
            return reply(to: request, step, values, at: position)
        }
    }

    /// A client's error, as a server brings it about.
    private static func reply(_ error: NetworkError) -> LoopbackServer.Reply {
        if case .timedOut = error { .fault(.stall) } else { .fault(.resetBeforeResponse) }
    }

    private static func refusal(_ status: HTTPResponse.Status, _ text: String) -> LoopbackServer.Reply {
        .response(
            HTTPResponse(
                status: status,
                headerFields: [.contentType: "text/plain; charset=utf-8"],
                body: Data("\(text)\n".utf8)
            )
        )
    }
}
