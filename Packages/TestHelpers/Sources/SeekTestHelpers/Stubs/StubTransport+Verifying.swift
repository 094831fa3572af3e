import SeekBasics

extension StubTransport {
    /// Returns the received requests that match, in order, with the values of the placeholders.
    ///
    /// An invalid matcher is recorded as a problem, and matches no request.
    public func received(
        _ matcher: RequestMatcher,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> [ReceivedRequest] {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return find(matcher, site) ?? []
    }

    /// Returns whether the number of matching requests is as expected, and records a problem if it is not or if the
    /// matcher is invalid.
    @discardableResult
    public func verify(
        _ matcher: RequestMatcher,
        times: CallCount = .atLeastOnce,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Bool {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let count = find(matcher, site)?.count else { return false }
        guard !times.range.contains(count) else { return true }
        recordFailure(
            "\(matcher) was received \(count) \(count == 1 ? "time" : "times"), not \(times)\(receivedSummary)",
            site
        )
        return false
    }

    /// Returns whether requests that match these matchers were received in this order, with any others between them.
    /// Records a problem for the first matcher that is invalid or whose request is missing.
    @discardableResult
    public func verify(
        inOrder matchers: [RequestMatcher],
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Bool {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        var remaining = received[...]
        for (index, matcher) in matchers.enumerated() {
            do throws(InvalidTemplate) {
                let pattern = try RequestPattern(matcher)
                let next = remaining.firstIndex { ObservedRequest($0).flatMap { pattern.values(in: $0) } != nil }
                guard let next else {
                    let problem = index == 0 ? "was not received" : "was not received after \(matchers[index - 1])"
                    recordFailure("\(matcher) \(problem)\(receivedSummary)", site)
                    return false
                }
                remaining = remaining[(next + 1)...]
            } catch {
                recordFailure("\(matcher): \(error.reason)", site)
                return false
            }
        }
        return true
    }

    private func find(_ matcher: RequestMatcher, _ site: CallSite) -> [ReceivedRequest]? {
        do throws(InvalidTemplate) {
            return try withBook { book throws(InvalidTemplate) in try book.received(matcher) }
        } catch {
            recordFailure("\(matcher): \(error.reason)", site)
            return nil
        }
    }

    private func recordFailure(_ description: String, _ site: CallSite) {
        withBook { $0.record(StubFailure(kind: .verification, description: description, callSite: site)) }
    }

    /// The latest ten received requests, as the end of a description.
    private var receivedSummary: String {
        let requests = received.map(\.redactedDescription)
        guard !requests.isEmpty else { return "; nothing was received" }
        let last = requests.suffix(10)
        return "; received\(last.count < requests.count ? " most recently" : ""): \(last.joined(separator: ", "))"
    }
}
