import SeekNetworking

/// An index of stubs by method, path segments and a query parameter, for large numbers of stubs.
///
/// Origins are not indexed, because a stub without an origin and a server accept every origin.
struct StubIndex: Sendable {
    /// The positions of stubs with the same path, indexed by one of their literal query parameters if there are any.
    private struct PathStubs: Sendable {
        var byItem: [QueryParameters.Item: [Int]] = [:]
        var withoutItems: [Int] = []

        /// Adds a stub to its most distinctive parameter: the one with the fewest stubs.
        mutating func add(_ position: Int, _ items: [QueryParameters.Item]) {
            if let item = items.min(by: { byItem[$0, default: []].count < byItem[$1, default: []].count }) {
                byItem[item, default: []].append(position)
            } else {
                withoutItems.append(position)
            }
        }

        func collect(_ items: [QueryParameters.Item], into positions: inout [Int]) {
            positions += withoutItems
            guard !byItem.isEmpty else { return }
            for item in items.unique { positions += byItem[item, default: []] }
        }
    }

    private struct Node: Sendable {
        /// The child nodes by their segments.
        var literals: [String: Node] = [:]
        var patterns: [PlaceholderPattern: Node] = [:]
        /// The stubs whose path ends here.
        var leaves = PathStubs()
        /// The stubs whose placeholder matches the rest of the path.
        var rest = PathStubs()

        mutating func add(_ position: Int, _ url: URLTemplate, _ path: ArraySlice<PlaceholderPattern>) {
            guard let segment = path.first else {
                if url.rest == nil {
                    leaves.add(position, url.literalItems)
                } else {
                    rest.add(position, url.literalItems)
                }
                return
            }
            if let literal = segment.literal {
                literals[literal, default: Node()].add(position, url, path.dropFirst())
            } else {
                patterns[segment, default: Node()].add(position, url, path.dropFirst())
            }
        }

        func collect(_ path: ArraySlice<String>, _ query: [QueryParameters.Item], into positions: inout [Int]) {
            guard let segment = path.first else { return leaves.collect(query, into: &positions) }
            rest.collect(query, into: &positions)
            literals[segment]?.collect(path.dropFirst(), query, into: &positions)
            for (pattern, node) in patterns {
                var values: [String: String] = [:]
                if pattern.match(segment, into: &values) { node.collect(path.dropFirst(), query, into: &positions) }
            }
        }
    }

    private var roots: [HTTPRequest.Method: Node] = [:]

    mutating func add(_ pattern: RequestPattern, at position: Int) {
        roots[pattern.method, default: Node()].add(position, pattern.url, pattern.url.path[...])
    }

    /// Returns the positions of the stubs whose method, path and indexed query parameter match, the newest first.
    func candidates(for actual: ObservedRequest) -> [Int] {
        var positions: [Int] = []
        for root in [roots[actual.request.method], roots[.any]] {
            root?.collect(actual.path[...], actual.query, into: &positions)
        }
        return positions.sorted(by: >)
    }
}
