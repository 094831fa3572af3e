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

    private struct Links {
        var stamp: UInt64 = 0
        /// The next newer entry.
        var newer: Int?
        /// The next older entry.
        var older: Int?
    }

    // An entry's parts stand at one place of four arrays: a read touches its key and its value, and not the rest.
    private var keys: [KeyBytes] = []
    private var values: [Value] = []
    private var isVisited: [Bool] = []
    private var links: [Links] = []
    private var free: [Int] = []
    private var places = PlaceTable()
    private let hash = SipHash.random()
    private var newest: Int?
    private var oldest: Int?
    /// The node the next eviction looks at first; nil for the oldest.
    private var hand: Int?
    private var lastStamp: UInt64 = 0

    /// What stands at the places of entries that are gone.
    private let empty: Value

    init(empty: Value) { self.empty = empty }

    var count: Int { places.count }

    /// Uses the value under a key, where it stands: copying it in and out takes longer than all the rest. The body may
    /// change it, and returns nil where it makes no use of it after all.
    @inline(__always)
    mutating func use<Result>(_ key: KeyBytes, _ body: (inout Value) -> Result?) -> Result? {
        guard let index = place(of: key), let result = body(&values[index]) else { return nil }
        isVisited[index] = true
        return result
    }

    @inline(__always)
    private func place(of key: KeyBytes) -> Int? {
        places.place(for: hash(of: key)) { keys[$0] == key }
    }

    @inline(__always)
    private func hash(of key: KeyBytes) -> Int {
        Int(truncatingIfNeeded: key.withBytes { hash.hash($0) })
    }

    /// Adds a value as the newest, under a key that has none.
    mutating func insert(_ value: Value, for key: KeyBytes) {
        lastStamp += 1
        let own = Links(stamp: lastStamp, older: newest)
        let index: Int
        if let place = free.popLast() {
            index = place
            keys[index] = key
            values[index] = value
            links[index] = own
        } else {
            index = values.count
            keys.append(key)
            values.append(value)
            isVisited.append(false)
            links.append(own)
        }
        if let newest { links[newest].newer = index }
        newest = index
        oldest = oldest ?? index
        places.insert(index, for: hash(of: key))
    }

    /// Takes the value under a key out.
    @discardableResult
    mutating func remove(_ key: KeyBytes) -> Value? {
        place(of: key).flatMap { remove(at: $0) }
    }

    /// Takes an entry out, if it still is the one the handle was made for.
    @discardableResult
    mutating func remove(_ handle: Handle) -> Value? {
        guard links.indices.contains(handle.index), links[handle.index].stamp == handle.stamp else { return nil }
        return remove(at: handle.index)
    }

    /// Takes everything out. Handles made before find nothing afterwards either.
    mutating func removeAll() {
        let stamp = lastStamp
        self = SieveList(empty: empty)
        lastStamp = stamp
    }

    /// Takes the entry out that SIEVE would miss least; nil where there is none.
    mutating func evict() -> (key: KeyBytes, value: Value)? {
        var candidate = hand ?? oldest
        // Ends in the second round at the latest: the first took all marks off.
        while let index = candidate, isVisited[index] {
            isVisited[index] = false
            candidate = links[index].newer ?? oldest
        }
        guard let index = candidate else { return nil }
        hand = links[index].newer
        let key = keys[index]
        return (key, remove(at: index))
    }

    /// All entries, the newest first.
    func entries() -> [(handle: Handle, key: KeyBytes, value: Value)] {
        var result: [(handle: Handle, key: KeyBytes, value: Value)] = []
        result.reserveCapacity(count)
        var next = newest
        while let index = next {
            result.append((Handle(index: index, stamp: links[index].stamp), keys[index], values[index]))
            next = links[index].older
        }
        return result
    }

    /// Unlinks an entry, and empties its place, so that it keeps neither key nor value alive.
    private mutating func remove(at index: Int) -> Value {
        let own = links[index]
        if let newer = own.newer { links[newer].older = own.older } else { newest = own.older }
        if let older = own.older { links[older].newer = own.newer } else { oldest = own.newer }
        if hand == index { hand = own.newer }
        places.remove(index, for: hash(of: keys[index]))
        defer {
            keys[index] = KeyBytes("")
            values[index] = empty
            isVisited[index] = false
            links[index] = Links()
            free.append(index)
        }
        return values[index]
    }
}
