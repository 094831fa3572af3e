/// Finds any of many byte strings in one pass (Aho–Corasick): the time does not depend on the number of patterns.
struct PatternSearch: Sendable {
    private struct Node {
        var byte: UInt8
        var firstChild: Int32 = 0
        var nextSibling: Int32 = 0
        /// The node of the longest proper suffix of this node's string that is a prefix of a pattern.
        var suffix: Int32 = 0
        /// The length of the longest pattern with which this node's string ends, or 0.
        var matchLength: Int32 = 0
    }

    /// The nodes, one for each prefix of a pattern; the string of a node is that prefix. The first node is the root. A
    /// child or sibling of 0 means none.
    private var nodes = [Node(byte: 0)]

    /// Creates a search. Each byte of a pattern takes up to 20 bytes of memory.
    init(for patterns: some Collection<[UInt8]>) {
        for pattern in patterns where !pattern.isEmpty { add(pattern) }
        linkSuffixes()
    }

    /// Returns the ranges of all matches in order; overlapping matches are merged.
    ///
    /// - Parameter steps: Increased by the number of visited nodes, at most twice the number of bytes.
    func ranges(in bytes: [UInt8], steps: inout Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var node = 0
        for (index, byte) in bytes.enumerated() {
            steps += 1
            var next = child(of: node, byte)
            while next == nil, node != 0 {
                steps += 1
                node = Int(nodes[node].suffix)
                next = child(of: node, byte)
            }
            node = next ?? 0
            let length = Int(nodes[node].matchLength)
            guard length > 0 else { continue }
            var start = index + 1 - length
            while let last = ranges.last, start < last.upperBound {
                start = min(start, last.lowerBound)
                ranges.removeLast()
            }
            ranges.append(start..<index + 1)
        }
        return ranges
    }

    private func child(of node: Int, _ byte: UInt8) -> Int? {
        var child = Int(nodes[node].firstChild)
        while child != 0, nodes[child].byte != byte { child = Int(nodes[child].nextSibling) }
        return child == 0 ? nil : child
    }

    private mutating func add(_ pattern: [UInt8]) {
        var node = 0
        for byte in pattern {
            if let next = child(of: node, byte) {
                node = next
            } else {
                nodes.append(Node(byte: byte, nextSibling: nodes[node].firstChild))
                nodes[node].firstChild = Int32(nodes.count - 1)
                node = nodes.count - 1
            }
        }
        nodes[node].matchLength = Int32(pattern.count)
    }

    /// Links the nodes level by level, because the suffix of a node belongs to a higher level.
    private mutating func linkSuffixes() {
        var queue = [0]
        var position = 0
        while position < queue.count {
            let node = queue[position]
            position += 1
            var child = Int(nodes[node].firstChild)
            while child != 0 {
                if node != 0 { linkSuffix(of: child, below: node) }
                queue.append(child)
                child = Int(nodes[child].nextSibling)
            }
        }
    }

    private mutating func linkSuffix(of node: Int, below parent: Int) {
        var candidate = Int(nodes[parent].suffix)
        var next = child(of: candidate, nodes[node].byte)
        while next == nil, candidate != 0 {
            candidate = Int(nodes[candidate].suffix)
            next = child(of: candidate, nodes[node].byte)
        }
        let suffix = next ?? 0
        nodes[node].suffix = Int32(suffix)
        if nodes[node].matchLength == 0 { nodes[node].matchLength = nodes[suffix].matchLength }
    }
}
