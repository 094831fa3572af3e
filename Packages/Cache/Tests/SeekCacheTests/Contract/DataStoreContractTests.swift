import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("Every store")
struct DataStoreContractTests {
    @Test("returns a value with its dates", arguments: StoreKind.allCases)
    func putAndFind(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        let storedAt = fixture.clock.now
        let expiresAt = storedAt + 60
        try await fixture.store.put(Data("value".utf8), for: "key", expiresAt: expiresAt)
        fixture.clock.now += 2.5
        let entry = try #require(await fixture.store.value(for: "key"))
        #expect(entry.data == Data("value".utf8))
        #expect(entry.size == 5)
        #expect(entry.storedAt == storedAt)
        #expect(entry.expiresAt == expiresAt)
        #expect(entry.age == .seconds(2.5))
    }

    @Test("returns nil for an unknown key, and ignores its removal", arguments: StoreKind.allCases)
    func missing(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await store.put(Data("value".utf8), for: "key")
        #expect(try await store.value(for: "other") == nil)
        try await store.remove("other")
        let entry = try #require(try await store.value(for: "key"))
        #expect(entry.expiresAt == nil)
    }

    // A disk store writes values of more than 32,768 bytes to files of their own.
    @Test(
        "stores values of any size",
        arguments: StoreKind.allCases,
        [0, 1, 32_767, 32_768, 32_769, 100_000, 10_000_000]
    )
    func sizes(_ kind: StoreKind, _ size: Int) async throws {
        let store = try kind.make().store
        let value = bytes(size)
        try await store.put(value, for: "key")
        #expect(try await store.value(for: "key")?.data == value)
        #expect(try await store.statistics().bytes == size)
        #expect(try await store.items().map(\.size) == [size])
    }

    @Test("stores the bytes of a slice", arguments: StoreKind.allCases)
    func slice(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await store.put(Data("0123456789".utf8)[3..<6], for: "key")
        #expect(try await store.value(for: "key")?.data == Data("345".utf8))
    }

    @Test(
        "replaces a value with a later one",
        arguments: StoreKind.allCases,
        [(10, 20), (10, 50_000), (50_000, 10), (50_000, 60_000)]
    )
    func replacing(_ kind: StoreKind, _ sizes: (Int, Int)) async throws {
        let fixture = try kind.make()
        let (oldSize, newSize) = sizes
        try await fixture.store.put(bytes(oldSize), for: "key", expiresAt: fixture.clock.now + 1)
        fixture.clock.now += 5
        try await fixture.store.put(bytes(newSize, seed: 2), for: "key")
        let entry = try #require(await fixture.store.value(for: "key"))
        #expect(entry.data == bytes(newSize, seed: 2))
        #expect(entry.age == .seconds(0))
        #expect(entry.expiresAt == nil)
        #expect(try await fixture.store.statistics().count == 1)
        #expect(try await fixture.store.statistics().bytes == newSize)
    }

    static let keys: [(name: String, key: String)] = [
        ("empty", ""), ("NUL", "\0"), ("NUL inside", "a\0b"), ("cut at NUL", "a"), ("quote", "'; DROP TABLE entry; --"),
        ("composed", "caf\u{E9}"), ("decomposed", "cafe\u{301}"), ("path", "../../etc/passwd"), ("wildcard", "%"),
        ("Japanese", "東京 夜景"), ("emoji", "👩‍👩‍👧‍👦"), ("lower case", "key"), ("upper case", "KEY"), ("line", "a\nb"),
        ("1 MiB", String(repeating: "k", count: 1_048_576)), ("1 MiB - 1", String(repeating: "k", count: 1_048_575)),
    ]

    @Test("distinguishes keys by their bytes", arguments: StoreKind.allCases)
    func keys(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        for (name, key) in Self.keys { try await store.put(Data(name.utf8), for: key) }
        for (name, key) in Self.keys {
            let data = try await store.value(for: key)?.data
            #expect(data == Data(name.utf8), "\(name)")
        }
        let listed = try await store.items().map { Array($0.key.utf8) }
        #expect(Set(listed) == Set(Self.keys.map { Array($0.key.utf8) }))
        #expect(listed.count == Self.keys.count)
        try await store.remove("caf\u{E9}")
        #expect(try await store.value(for: "caf\u{E9}") == nil)
        #expect(try await store.value(for: "cafe\u{301}") != nil)
    }

    @Test(
        "rejects a key over the limit; none is stored under it, and a longer prefix matches none",
        arguments: StoreKind.allCases
    )
    func longKey(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await store.put(bytes(1), for: "key")
        let key = String(repeating: "é", count: CacheError.keyLimit / 2) + "k"
        await #expect(throws: CacheError.keyTooLong(bytes: CacheError.keyLimit + 1)) {
            try await store.put(Data(), for: key)
        }
        #expect(try await store.value(for: key) == nil)
        for name in [key, key + key] {
            try await store.remove(name)
            #expect(try await store.removeAll(prefix: name) == 0)
        }
        #expect(try await store.items().count == 1)
    }

    @Test("returns a value until it expires", arguments: StoreKind.allCases, [10, 50_000])
    func expiry(_ kind: StoreKind, _ size: Int) async throws {
        let fixture = try kind.make()
        try await fixture.store.put(bytes(size), for: "key", expiresAt: fixture.clock.now + 10)
        fixture.clock.now += 9.999
        #expect(try await fixture.store.value(for: "key") != nil)
        fixture.clock.now += 0.001
        #expect(try await fixture.store.value(for: "key") == nil)
        fixture.clock.now += 1_000
        #expect(try await fixture.store.value(for: "key") == nil)
    }

    @Test("does not return a value that was put with a past expiry date", arguments: StoreKind.allCases)
    func expiredFromTheStart(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        try await fixture.store.put(Data("old".utf8), for: "key")
        try await fixture.store.put(Data("new".utf8), for: "key", expiresAt: fixture.clock.now - 1)
        #expect(try await fixture.store.value(for: "key") == nil)
    }

    @Test(
        "returns a value with an unusual expiry date only before that date",
        arguments: StoreKind.allCases,
        [-0.0, Double.infinity, -Double.infinity, 1e300, 800_000_000.000_000_1]
    )
    func unusualExpiry(_ kind: StoreKind, _ seconds: Double) async throws {
        let fixture = try kind.make()
        let expiresAt = Date(timeIntervalSinceReferenceDate: seconds)
        try await fixture.store.put(Data("value".utf8), for: "key", expiresAt: expiresAt)
        let entry = try await fixture.store.value(for: "key")
        // The clock of the fixture is at 800,000,000 s.
        #expect((entry != nil) == (seconds > 800_000_000))
        #expect(entry == nil || entry?.expiresAt == expiresAt)
    }

    @Test("reports an age of 0 after the clock was set back", arguments: StoreKind.allCases)
    func clockSetBack(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        try await fixture.store.put(Data("value".utf8), for: "key", expiresAt: fixture.clock.now + 10)
        fixture.clock.now -= 3_600
        #expect(try await fixture.store.value(for: "key")?.age == .seconds(0))
        let item = try #require(await fixture.store.items().first)
        #expect(item.age == .seconds(0))
        #expect(item.idleTime == .seconds(0))
        #expect(item.expiresIn == .seconds(3_610))
    }

    @Test("removes single values, or all, and can be filled again", arguments: StoreKind.allCases)
    func removing(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        for index in 0..<20 { try await store.put(bytes(index * 4_000), for: "key \(index)") }
        try await store.remove("key 19")
        try await store.remove("key 0")
        #expect(try await store.value(for: "key 19") == nil)
        #expect(try await store.statistics().count == 18)
        try await store.removeAll()
        #expect(try await store.items() == [])
        #expect(try await store.statistics().bytes == 0)
        #expect(try await store.value(for: "key 7") == nil)
        try await store.put(Data("again".utf8), for: "key 7")
        #expect(try await store.value(for: "key 7")?.data == Data("again".utf8))
    }

    @Test("returns items with age, idle time, size and remaining time", arguments: StoreKind.allCases)
    func items(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        #expect(try await fixture.store.items() == [])
        try await fixture.store.put(bytes(7), for: "item1", expiresAt: fixture.clock.now + 4)
        fixture.clock.now += 2
        try await fixture.store.put(bytes(40_000), for: "item2")
        fixture.clock.now += 1
        _ = try await fixture.store.value(for: "item1")
        fixture.clock.now += 2
        let items = try await fixture.store.items()
        #expect(
            Set(items) == [
                CacheItem(key: "item1", age: .seconds(5), size: 7, idleTime: .seconds(2), expiresIn: .seconds(-1)),
                CacheItem(key: "item2", age: .seconds(3), size: 40_000, idleTime: .seconds(3)),
            ]
        )
    }

    @Test("counts hits and misses", arguments: StoreKind.allCases)
    func statistics(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        try await fixture.store.put(bytes(7), for: "a", expiresAt: fixture.clock.now + 4)
        try await fixture.store.put(bytes(40_000), for: "b")
        _ = try await fixture.store.value(for: "a")
        _ = try await fixture.store.value(for: "b")
        _ = try await fixture.store.value(for: "c")
        fixture.clock.now += 4
        _ = try await fixture.store.value(for: "a")
        _ = try await fixture.store.value(for: "b")
        #expect(
            try await fixture.store.statistics() == CacheStatistics(count: 2, bytes: 40_007, hits: 3, misses: 2)
        )
    }

    @Test("removes and returns the entries that a policy selects", arguments: StoreKind.allCases)
    func cleaning(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        for (name, size, wait) in [("item3", 9, 4.0), ("item1", 7, 2.0), ("item2", 2, 3.0)] {
            try await fixture.store.put(bytes(size), for: name)
            fixture.clock.now += wait
        }
        let result = try await fixture.store.clean(policy: MaxSizeCleanupPolicy(maxSize: 10))
        #expect(result.removed == [CacheItem(key: "item3", age: .seconds(9), size: 9)])
        #expect(result.removedBytes == 9)
        #expect(result.remainingCount == 2)
        #expect(result.remainingBytes == 9)
        #expect(try await Set(fixture.store.items().map(\.key)) == ["item1", "item2"])
        let again = try await fixture.store.clean(policy: MaxSizeCleanupPolicy(maxSize: 10))
        #expect(again == CleanupResult(removed: [], remainingCount: 2, remainingBytes: 9))
    }

    @Test("ignores unknown and repeated items of a policy", arguments: StoreKind.allCases)
    func cleaningUnknownItems(_ kind: StoreKind) async throws {
        struct UnknownItems: CleanupPolicy {
            func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
                items.filter { $0.size == 1 } + items.filter { $0.size == 1 } + [
                    CacheItem(key: "unknown", age: .seconds(1), size: 1)
                ]
            }
        }
        let store = try kind.make().store
        try await store.put(bytes(1), for: "one")
        try await store.put(bytes(2), for: "two")
        let result = try await store.clean(policy: UnknownItems())
        #expect(result.removed.map(\.key) == ["one"])
        #expect(result.remainingCount == 1)
        #expect(result.remainingBytes == 2)
    }

    @Test("cleans no entry that was put again or removed while the policy ran", arguments: StoreKind.allCases)
    func cleaningRace(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        try await fixture.store.put(bytes(40_000), for: "renewed")
        try await fixture.store.put(bytes(40_000), for: "gone")
        try await fixture.store.put(bytes(40_000), for: "old")
        let (started, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        struct Slow: CleanupPolicy {
            let started, release: DispatchSemaphore
            func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
                started.signal()
                release.wait()
                return items
            }
        }
        let store = fixture.store
        // The policy blocks its thread, so it must not run on a thread that other tasks need.
        let cleaning = Task(executorPreference: QueueExecutor()) {
            try await store.clean(policy: Slow(started: started, release: release))
        }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waits for the policy").async {
                started.wait()
                continuation.resume()
            }
        }
        try await fixture.store.put(bytes(40_000), for: "renewed")
        try await fixture.store.remove("gone")
        release.signal()
        #expect(try await cleaning.value.removed.map(\.key) == ["old"])
        #expect(try await fixture.store.value(for: "renewed")?.data == bytes(40_000))
    }

    @Test("returns only complete values to concurrent tasks", arguments: StoreKind.allCases)
    func concurrency(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<30 {
                        let key = (task + round) % 5
                        // All bytes of a value are equal, so that a mixture of two values is detected.
                        let size = 20_000 + (round % 3) * 10_000
                        let seed = UInt8(truncatingIfNeeded: task * 31 + round)
                        switch round % 4 {
                        case 0, 2: try await store.put(Data(repeating: seed, count: size), for: "key \(key)")
                        case 1:
                            if let data = try await store.value(for: "key \(key)")?.data {
                                #expect(data == Data(repeating: data[0], count: data.count))
                            }
                        default:
                            if task == 0 { _ = try await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 60_000)) }
                            if task == 1 { try await store.remove("key \(key)") }
                            if task == 2 { _ = try await store.statistics() }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.statistics().corrupt == 0)
    }
}
