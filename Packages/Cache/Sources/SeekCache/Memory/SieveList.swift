/// Values by key, in the order SIEVE evicts them.
///
/// SIEVE (Zhang and others, NSDI 2024) keeps entries in the order they came in. A read only marks its entry. To evict, a
/// hand walks from the oldest entry towards the newest, takes the mark off those that have one, and evicts the first that
/// has none. What a scan brings in is never marked and goes soon; what is read again stays. A read moves nothing.
struct SieveList<Value> {
    /// What it takes to find an entry again: its place, and what tells it from a later one at the same place.
    struct Handle: Hashable {
        fileprivate let index: Int
        fileprivate let stamp: UInt64
    }

    private struct Node {
        var key: KeyBytes
        var value: Value?
        var stamp: UInt64
        var isVisited = false
        /// The next newer node.
        var newer: Int?
        /// The next older node.
        var older: Int?
    }

    private var nodes: [Node] = []
    private var free: [Int] = []
    private var indices: [KeyBytes: Int] = [:]
    private var newest: Int?
    private var oldest: Int?
    /// The node the next eviction looks at first; nil for the oldest.
    private var hand: Int?
    private var lastStamp: UInt64 = 0

    var count: Int { indices.count }

    /// Uses the value under a key, where it stands: copying it in and out takes longer than all the rest. The body may
    /// change it, and returns nil where it makes no use of it after all.
    mutating func use<Result>(_ key: KeyBytes, _ body: (inout Value?) -> Result?) -> Result? {
        guard let index = indices[key], let result = body(&nodes[index].value) else { return nil }
        nodes[index].isVisited = true
        return result
    }

    /// Adds a value as the newest, under a key that has none.
    mutating func insert(_ value: Value, for key: KeyBytes) {
        lastStamp += 1
        let node = Node(key: key, value: value, stamp: lastStamp, older: newest)
        let index: Int
        if let place = free.popLast() {
            index = place
            nodes[index] = node
        } else {
            index = nodes.count
            nodes.append(node)
        }
        if let newest { nodes[newest].newer = index }
        newest = index
        oldest = oldest ?? index
        indices[key] = index
    }

    /// Takes the value under a key out.
    @discardableResult
    mutating func remove(_ key: KeyBytes) -> Value? {
        indices[key].flatMap { remove(at: $0) }
    }

    /// Takes an entry out, if it still is the one the handle was made for.
    @discardableResult
    mutating func remove(_ handle: Handle) -> Value? {
        guard nodes.indices.contains(handle.index), nodes[handle.index].stamp == handle.stamp else { return nil }
        return remove(at: handle.index)
    }

    /// Takes everything out. Handles made before find nothing afterwards either.
    mutating func removeAll() {
        let stamp = lastStamp
        self = SieveList()
        lastStamp = stamp
    }

    /// Takes the entry out that SIEVE would miss least; nil where there is none.
    mutating func evict() -> (key: KeyBytes, value: Value)? {
        var candidate = hand ?? oldest
        // Ends in the second round at the latest: the first took all marks off.
        while let index = candidate, nodes[index].isVisited {
            nodes[index].isVisited = false
            candidate = nodes[index].newer ?? oldest
        }
        guard let index = candidate else { return nil }
        hand = nodes[index].newer
        let key = nodes[index].key
        return remove(at: index).map { (key, $0) }
    }

    /// All entries, the newest first.
    func entries() -> [(handle: Handle, key: KeyBytes, value: Value)] {
        var result: [(handle: Handle, key: KeyBytes, value: Value)] = []
        result.reserveCapacity(count)
        var next = newest
        while let index = next {
            let node = nodes[index]
            if let value = node.value {
                result.append((Handle(index: index, stamp: node.stamp), node.key, value))
            }
            next = node.older
        }
        return result
    }

    /// Unlinks a node, and empties it, so that it keeps neither key nor value alive.
    private mutating func remove(at index: Int) -> Value? {
        let node = nodes[index]
        if let newer = node.newer { nodes[newer].older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older].newer = node.newer } else { oldest = node.newer }
        if hand == index { hand = node.newer }
        indices[node.key] = nil
        nodes[index] = Node(key: KeyBytes(""), value: nil, stamp: 0)
        free.append(index)
        return node.value
    }
}
