import SeekBasics

extension StubTransport {
    /// Returns the received requests that match, in order, with the values of the placeholders.
    ///
    /// An invalid matcher is recorded as a problem, and matches none.
    public func received(
        _ match: RequestMatcher,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> [ReceivedRequest] {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return find(match, site) ?? []
    }

    /// Returns whether the number of matching requests is as expected; otherwise records a problem.
    @discardableResult
    public func verify(
        _ match: RequestMatcher,
        times: CallCount = .atLeastOnce,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Bool {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let count = find(match, site)?.count else { return false }
        guard !times.range.contains(count) else { return true }
        note("\(match) was received \(count) times, not \(times)\(seen)", site)
        return false
    }

    /// Returns whether the received requests contain matches of these matchers in this order, with any others between
    /// them; otherwise records a problem with the first missing one.
    @discardableResult
    public func verify(
        inOrder matches: [RequestMatcher],
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Bool {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        var rest = received[...]
        for (index, match) in matches.enumerated() {
            do throws(InvalidTemplate) {
                let pattern = try RequestPattern(match)
                let next = rest.firstIndex { ObservedRequest($0).flatMap { pattern.values(in: $0) } != nil }
                guard let next else {
                    let place = index == 0 ? "was not received" : "was not received after \(matches[index - 1])"
                    note("\(match) \(place)\(seen)", site)
                    return false
                }
                rest = rest[(next + 1)...]
            } catch {
                note("\(match) \(error.reason)", site)
                return false
            }
        }
        return true
    }

    private func find(_ match: RequestMatcher, _ site: CallSite) -> [ReceivedRequest]? {
        do throws(InvalidTemplate) {
            return try withBook { book throws(InvalidTemplate) in try book.received(match) }
        } catch {
            note("\(match) \(error.reason)", site)
            return nil
        }
    }

    private func note(_ text: String, _ site: CallSite) {
        withBook { $0.note(StubFailure(kind: .verification, description: text, callSite: site)) }
    }

    private var seen: String {
        let requests = received.map { $0.line }
        guard !requests.isEmpty else { return "; nothing was received" }
        let last = requests.suffix(10)
        return "; received\(last.count < requests.count ? " at last" : ""): \(last.joined(separator: ", "))"
    }
}
