import SeekBasics
public import SeekNetworking

extension LoopbackServer {
    /// Starts a server that serves the stubs of a transport over real HTTP.
    ///
    /// ```swift
    /// let server = try LoopbackServer(returning: .current)     // the stubs of the test's trait
    /// ```
    /// Scheme, host and port of a stub's URL are not compared. A request that matches no stub receives 404 with an
    /// explanation, and is listed in ``StubTransport/problems``.
    ///
    /// - Parameters:
    ///   - port: The port; 0 selects a free one.
    ///   - stubs: The transport whose stubs are served. It also records the requests.
    public convenience init(port: UInt16 = 0, returning stubs: StubTransport) throws(Failure) {
        try self.init(port: port) { stubs.reply(to: $0) }
    }
}

extension StubTransport {
    /// Returns the reply to a request. Blocks the thread if the response is held at a gate, created by a closure, or
    /// delayed by a clock other than `ContinuousClock`.
    public func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        reply(to: request, match(for: request, ignoresOrigin: true))
    }

    /// Returns the reply of the matching stub; nil if no stub matches. For long-running servers: neither the request
    /// nor a missing stub is recorded.
    @_spi(Seek)
    public func replyIfStubbed(to request: HTTPRequest) -> LoopbackServer.Reply? {
        withBook { $0.useStub(for: request, ignoresOrigin: true) }.map { reply(to: request, $0) }
    }

    private func reply(to request: HTTPRequest, _ match: StubBook.Match) -> LoopbackServer.Reply {
        switch match {
        case .unmatched(let explanation):
            Self.errorResponse(.notFound, explanation)
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
                withBook { $0.record(error, at: position) }
                return Self.errorResponse(.init(code: 500, reasonPhrase: "Internal Server Error"), "\(error)")
            }
        case .held(let gate, let step):
            // Gates and sleeps end normally here, because the task of the executor is never cancelled.
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

    /// Returns the fault that corresponds to an error: a stall for a timeout, otherwise a reset.
    private static func reply(_ error: NetworkError) -> LoopbackServer.Reply {
        if case .timedOut = error { .fault(.stall) } else { .fault(.resetBeforeResponse) }
    }

    private static func errorResponse(_ status: HTTPResponse.Status, _ text: String) -> LoopbackServer.Reply {
        .response(
            HTTPResponse(
                status: status,
                headerFields: [.contentType: "text/plain; charset=utf-8"],
                body: Data("\(text)\n".utf8)
            )
        )
    }
}
