import SeekTestHelpers
import Testing

@testable import SeekCache

@Suite("A SIEVE list")
struct SieveListTests {
    private func list(_ keys: String...) -> SieveList<KeyBytes, Int> {
        let list = SieveList<KeyBytes, Int>(costLimit: .max)
        for (index, key) in keys.enumerated() { list.insert(index, for: KeyBytes(key), cost: 1) }
        return list
    }

    private func evicted(_ list: SieveList<KeyBytes, Int>, _ count: Int) -> [String] {
        (0..<count).compactMap { _ in list.evict()?.key.text }
    }

    @Test("skips a used entry once, and continues from the hand")
    func hand() {
        // Based on a figure of the SIEVE paper (NSDI 2024): the hand passes A, evicts B, and continues from C.
        let list = list("a", "b", "c", "d")
        _ = list.use(KeyBytes("a")) { $0 }
        _ = list.use(KeyBytes("c")) { $0 }
        #expect(evicted(list, 1) == ["b"])
        list.insert(9, for: KeyBytes("e"), cost: 1)
        #expect(evicted(list, 4) == ["d", "e", "a", "c"])
    }

    @Test("treats an entry whose use returned nil as unused")
    func failedUse() {
        let list = list("a", "b")
        let result = list.use(KeyBytes("a")) { value -> Int? in
            value = 7
            return nil
        }
        #expect(result == nil)
        #expect(list.entries().map(\.value) == [1, 7])
        #expect(evicted(list, 1) == ["a"])
    }

    @Test("evicts entries until a new one fits, and does not insert one that costs more than the limit")
    func costs() {
        let list = SieveList<String, Int>(costLimit: 10)
        for (index, key) in ["a", "b", "c"].enumerated() { list.insert(index, for: key, cost: 3) }
        #expect(list.insert(3, for: "d", cost: 5).map(\.key) == ["a", "b"])
        #expect(list.cost == 8)
        #expect(list.insert(4, for: "c", cost: 11).isEmpty)
        #expect(list.entries().map(\.key) == ["d"])
        #expect(list.cost == 5)
    }

    @Test("removes an entry by its identity, but not a later entry with the same key")
    func identities() {
        let list = list("a")
        let key = KeyBytes("a")
        let oldID = list.entries()[0].id
        list.remove(key)
        list.insert(1, for: key, cost: 1)
        #expect(list.remove(key, id: oldID) == nil)
        let newID = list.entries()[0].id
        list.removeAll()
        list.insert(2, for: key, cost: 1)
        #expect(list.remove(key, id: newID) == nil)
        #expect(list.remove(key, id: list.entries()[0].id) == 2)
        #expect(list.remove(key, id: newID) == nil)
    }

    @Test("releases a million entries without overflowing the stack")
    func longList() {
        var list: SieveList<KeyBytes, Int>? = SieveList(costLimit: .max)
        for index in 0..<1_000_000 { list?.insert(index, for: KeyBytes("\(index)"), cost: 1) }
        list = nil
        #expect(list == nil)
    }

    @Test("agrees with a reference model over random operations", arguments: 1...20)
    func model(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let list = SieveList<KeyBytes, Int>(costLimit: .max)
        var model = ReferenceSieve()
        for step in 0..<400 {
            let key = "\(Int.random(in: 0..<12, using: &generator))"
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                list.remove(KeyBytes(key))
                model.remove(key)
                list.insert(step, for: KeyBytes(key), cost: 1)
                model.entries.append((key, step, false))
            case 2, 3: #expect(list.use(KeyBytes(key)) { $0 } == model.use(key))
            case 4: #expect(list.remove(KeyBytes(key)) == model.remove(key))
            default: #expect(list.evict()?.key.text == model.evict())
            }
            #expect(list.entries().map(\.key.text) == model.entries.reversed().map(\.key))
        }
    }
}

/// A simple implementation of SIEVE; the oldest entry is first. The hand is the key at which the next eviction begins;
/// nil is the oldest.
private struct ReferenceSieve {
    var entries: [(key: String, value: Int, isVisited: Bool)] = []
    var hand: String?

    mutating func use(_ key: String) -> Int? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        entries[index].isVisited = true
        return entries[index].value
    }

    @discardableResult
    mutating func remove(_ key: String) -> Int? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        if hand == key { hand = index + 1 < entries.count ? entries[index + 1].key : nil }
        return entries.remove(at: index).value
    }

    mutating func evict() -> String? {
        guard !entries.isEmpty else { return nil }
        var index = entries.firstIndex { $0.key == hand } ?? 0
        while entries[index].isVisited {
            entries[index].isVisited = false
            index = (index + 1) % entries.count
        }
        hand = entries[index].key
        let key = entries[index].key
        remove(key)
        return key
    }
}
