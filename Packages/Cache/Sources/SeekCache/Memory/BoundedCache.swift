import SeekBasics

/// Values in memory with a limit on their total cost. The values that are read repeatedly are retained (SIEVE).
///
/// For values that are not bytes; ``MemoryStore`` is the store for bytes.
@_spi(Seek)
public final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let list: Mutex<SieveList<Key, Value>>

    /// Creates an empty cache.
    ///
    /// - Parameter costLimit: The maximum total cost of the values.
    public init(costLimit: Int) { list = Mutex(SieveList(costLimit: costLimit)) }

    /// The number of values.
    public var count: Int { list.withLock { $0.count } }

    /// Returns the value of a key; nil if there is none.
    public func value(for key: Key) -> Value? { list.withLock { $0.use(key) { $0 } } }

    /// Stores a value in place of the key's previous one, and evicts others to meet the limit. A value that costs more
    /// than the limit is not stored and evicts nothing.
    public func insert(_ value: Value, for key: Key, cost: Int) {
        list.withLock { _ = $0.insert(value, for: key, cost: cost) }
    }
}

/// Values by key with a limit on their total cost, and eviction by SIEVE.
///
/// SIEVE (Zhang and others, NSDI 2024) orders entries by insertion; a read only marks its entry as visited. To evict, a
/// hand moves from the oldest entry towards the newest, clears the marks of visited entries, and evicts the first entry
/// that is not visited. The next eviction continues from there. Entries that a scan inserts are evicted soon, because
/// they are never visited.
final class SieveList<Key: Hashable, Value> {
    /// The identity of an inserted entry: a later entry with the same key has a different one.
    typealias ID = UInt64

    private final class Node {
        let key: Key
        let id: ID
        let cost: Int
        var value: Value
        var isVisited = false
        // The dictionary owns the nodes: strong links would make a long list overflow the stack when it is released.
        unowned var newer: Node?
        unowned var older: Node?

        init(_ value: Value, key: Key, id: ID, cost: Int, older: Node?) {
            self.value = value
            self.key = key
            self.id = id
            self.cost = cost
            self.older = older
        }
    }

    /// The maximum total cost.
    let costLimit: Int
    /// The total cost of the values.
    private(set) var cost = 0
    private var nodes: [Key: Node] = [:]
    private var newest: Node?
    private var oldest: Node?
    /// The node that the next eviction examines first; nil for the oldest.
    private var hand: Node?
    private var lastID: ID = 0

    init(costLimit: Int) { self.costLimit = costLimit }

    var count: Int { nodes.count }

    /// Returns the value of a key, without marking its entry as visited.
    func peek(_ key: Key) -> Value? { nodes[key]?.value }

    /// Calls a body with the value of a key, and marks the entry as visited unless the body returns nil.
    func use<Result>(_ key: Key, _ body: (inout Value) -> Result?) -> Result? {
        guard let node = nodes[key], let result = body(&node.value) else { return nil }
        node.isVisited = true
        return result
    }

    /// Inserts a value as the newest in place of the key's previous one. Evicts others to meet the limit, and returns
    /// them. A value that costs more than the limit is not inserted and evicts nothing.
    @discardableResult
    func insert(_ value: Value, for key: Key, cost newCost: Int) -> [(key: Key, value: Value)] {
        remove(key)
        guard newCost <= costLimit else { return [] }
        var evicted: [(key: Key, value: Value)] = []
        while cost > costLimit - newCost, let next = evict() { evicted.append(next) }
        lastID += 1
        let node = Node(value, key: key, id: lastID, cost: newCost, older: newest)
        cost += newCost
        nodes[key] = node
        newest?.newer = node
        newest = node
        oldest = oldest ?? node
        return evicted
    }

    @discardableResult
    func remove(_ key: Key) -> Value? { nodes[key].map(remove) }

    /// Removes the value only if its entry has this identity.
    func remove(_ key: Key, id: ID) -> Value? {
        guard let node = nodes[key], node.id == id else { return nil }
        return remove(node)
    }

    func removeAll() {
        nodes = [:]
        cost = 0
        newest = nil
        oldest = nil
        hand = nil
    }

    /// Removes and returns the entry that SIEVE evicts next; nil when the list is empty.
    func evict() -> (key: Key, value: Value)? {
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
    func entries() -> [(id: ID, key: Key, value: Value)] {
        var result: [(id: ID, key: Key, value: Value)] = []
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
        cost -= node.cost
        return node.value
    }
}
