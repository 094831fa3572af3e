/// Values by key, with eviction by SIEVE.
///
/// SIEVE (Zhang and others, NSDI 2024) orders entries by insertion; a read only marks its entry as visited. To evict, a
/// hand moves from the oldest entry towards the newest, clears the marks of visited entries, and evicts the first entry
/// that is not visited. The next eviction continues from there. Entries that a scan inserts are evicted soon, because
/// they are never visited.
final class SieveList<Value> {
    /// The identity of an inserted entry: a later entry with the same key has a different one.
    typealias ID = UInt64

    private final class Node {
        let key: KeyBytes
        let id: ID
        var value: Value
        var isVisited = false
        // The dictionary owns the nodes: strong links would make a long list overflow the stack when it is released.
        unowned var newer: Node?
        unowned var older: Node?

        init(_ value: Value, key: KeyBytes, id: ID, older: Node?) {
            self.value = value
            self.key = key
            self.id = id
            self.older = older
        }
    }

    private var nodes: [KeyBytes: Node] = [:]
    private var newest: Node?
    private var oldest: Node?
    /// The node that the next eviction examines first; nil for the oldest.
    private var hand: Node?
    private var lastID: ID = 0

    var count: Int { nodes.count }

    /// Returns the value of a key, without marking its entry as visited.
    func peek(_ key: KeyBytes) -> Value? { nodes[key]?.value }

    /// Calls a body with the value of a key, and marks the entry as visited unless the body returns nil.
    func use<Result>(_ key: KeyBytes, _ body: (inout Value) -> Result?) -> Result? {
        guard let node = nodes[key], let result = body(&node.value) else { return nil }
        node.isVisited = true
        return result
    }

    /// Inserts a value as the newest, for a key that has none.
    func insert(_ value: Value, for key: KeyBytes) {
        lastID += 1
        let node = Node(value, key: key, id: lastID, older: newest)
        nodes[key] = node
        newest?.newer = node
        newest = node
        oldest = oldest ?? node
    }

    @discardableResult
    func remove(_ key: KeyBytes) -> Value? { nodes[key].map(remove) }

    /// Removes the value only if its entry has this identity.
    func remove(_ key: KeyBytes, id: ID) -> Value? {
        guard let node = nodes[key], node.id == id else { return nil }
        return remove(node)
    }

    func removeAll() {
        nodes = [:]
        newest = nil
        oldest = nil
        hand = nil
    }

    /// Removes and returns the entry that SIEVE evicts next; nil when the list is empty.
    func evict() -> (key: KeyBytes, value: Value)? {
        var candidate = hand ?? oldest
        // Ends in the second round at the latest, because the first clears all marks.
        while let node = candidate, node.isVisited {
            node.isVisited = false
            candidate = node.newer ?? oldest
        }
        guard let node = candidate else { return nil }
        hand = node.newer
        return (node.key, remove(node))
    }

    /// Returns all entries, the newest first.
    func entries() -> [(id: ID, key: KeyBytes, value: Value)] {
        var result: [(id: ID, key: KeyBytes, value: Value)] = []
        result.reserveCapacity(count)
        var next = newest
        while let node = next {
            result.append((node.id, node.key, node.value))
            next = node.older
        }
        return result
    }

    private func remove(_ node: Node) -> Value {
        if let newer = node.newer { newer.older = node.older } else { newest = node.older }
        if let older = node.older { older.newer = node.newer } else { oldest = node.newer }
        if hand === node { hand = node.newer }
        nodes[node.key] = nil
        return node.value
    }
}
