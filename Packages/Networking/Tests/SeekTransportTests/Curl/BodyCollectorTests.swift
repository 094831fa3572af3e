#if os(Linux)
import Foundation
import SeekNetworking
import Testing

@testable import SeekCurlTransport

@Suite("Collecting bodies")
struct BodyCollectorTests {
    /// Returns a body collected from parts, with or without a declared length.
    static func collected(_ bytes: Data, parts: Int, isLengthDeclared: Bool, pool: BodyPool) -> Data? {
        let collector = BodyCollector(limit: .max, pool: pool)
        let fields: HTTPFields = isLengthDeclared ? [.contentLength: "\(bytes.count)"] : [:]
        guard collector.prepare(for: .ok, fields, method: .get) else { return nil }
        for part in bytes.split(inParts: parts) {
            guard part.withUnsafeBytes({ collector.receive($0) }) else { return nil }
        }
        return collector.takeBody()
    }

    @Test(
        "a body contains the received bytes and does not change while other bodies are collected",
        arguments: [true, false]
    )
    func soundness(isLengthDeclared: Bool) {
        let pool = BodyPool()
        let source = patternedData(300_000 + 400)
        var bodies: [(body: Data?, bytes: Data)] = []
        for round in 0..<400 {
            let size = [0, 1, 100, 4_096, 4_097, 35_000, 65_536, 65_537, 299_990][round % 9] + round % 7
            let bytes = source[round..<round + size]
            let body = Self.collected(bytes, parts: 1 + round % 5, isLengthDeclared: isLengthDeclared, pool: pool)
            expectSame(body, bytes)
            bodies.append((body, bytes))
            // The memory of a released body is reused by a later one.
            if bodies.count > 20 { bodies.remove(at: round % 20) }
        }
        for (body, bytes) in bodies { expectSame(body, bytes) }
    }

    @Test("memory of a released body is reused")
    func reuse() throws {
        let pool = BodyPool()
        let bytes = Data(repeating: 7, count: 35_000)
        func address() throws -> Int {
            let body = try #require(Self.collected(bytes, parts: 2, isLengthDeclared: true, pool: pool))
            return body.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        }
        let first = try address()
        // The address alone proves nothing: malloc may return the same one.
        #expect(pool.freeCount == 1)
        #expect(try address() == first)
        // While the buffer is in use, a body cannot be collected in it.
        let buffer = pool.take(35_000)
        #expect(Int(bitPattern: buffer.bytes) == first)
        #expect(try address() != first)
    }

    @Test("changing a body does not change its copies")
    func mutation() throws {
        let pool = BodyPool()
        let bytes = Data(repeating: 7, count: 35_000)
        var body = try #require(Self.collected(bytes, parts: 1, isLengthDeclared: true, pool: pool))
        let copy = body
        body[0] = 1
        body.append(contentsOf: bytes)
        body.removeSubrange(1..<30_000)
        expectSame(copy, bytes)
        #expect(body.count == 40_001)
        #expect(body.first == 1)
    }

    @Test("the pool retains no more memory than its limits allow")
    func limits() {
        let pool = BodyPool()
        let buffers = (0..<3 * BodyPool.countLimit).map { _ in pool.take(8_000) }
        let addresses = Set(buffers.map(\.bytes))
        for buffer in buffers { pool.release(buffer) }
        pool.release(pool.take(BodyPool.sizeLimit + 1))
        let reused = (0..<BodyPool.countLimit).map { _ in pool.take(8_000) }
        // Each buffer in the pool is reused once.
        #expect(reused.allSatisfy { addresses.contains($0.bytes) })
        #expect(Set(reused.map(\.bytes)).count == BodyPool.countLimit)
        #expect(pool.freeCount == 0)
    }

    /// An empty body has no buffer. Bodies of 100 and of 35,000 bytes are copied out of a buffer of 64 KiB; one of
    /// 60,000 bytes remains in it. A body of 100,000 bytes outgrows it, and is copied out of one of 128 KiB.
    @Test(
        "buffers that are too large or too small for the body return to the pool at once",
        arguments: [(0, 0), (100, 1), (35_000, 1), (60_000, 0), (100_000, 2)]
    )
    func unusedCapacity(size: Int, freeCount: Int) throws {
        let pool = BodyPool()
        let body = try #require(
            Self.collected(Data(repeating: 7, count: size), parts: 9, isLengthDeclared: false, pool: pool)
        )
        #expect(pool.freeCount == freeCount)
        #expect(body.count == size)
    }

    @Test("the memory of an abandoned body returns to the pool")
    func abandoned() {
        let pool = BodyPool()
        do {
            let collector = BodyCollector(limit: .max, pool: pool)
            #expect(collector.prepare(for: .ok, [.contentLength: "8000"], method: .get))
        }
        #expect(pool.freeCount == 1)
    }

    @Test("the limit applies to the sum of all parts", arguments: [(4, true), (5, false)])
    func limit(lastSize: Int, isAccepted: Bool) {
        let collector = BodyCollector(limit: 10, pool: BodyPool())
        #expect([UInt8](repeating: 7, count: 6).withUnsafeBytes { collector.receive($0) })
        #expect([UInt8](repeating: 7, count: lastSize).withUnsafeBytes { collector.receive($0) } == isAccepted)
        #expect(collector.isOverLimit != isAccepted)
    }

    @Test("a huge declared length does not reserve as much memory")
    func hostileLength() {
        let collector = BodyCollector(limit: .max, pool: BodyPool())
        let fields: HTTPFields = [.contentLength: "\(Int.max)"]
        #expect(collector.prepare(for: .ok, fields, method: .get))
        #expect([1, 2, 3].withUnsafeBytes { collector.receive(UnsafeRawBufferPointer(rebasing: $0[..<1])) })
        #expect(collector.takeBody() == Data([1]))
        #expect(collector.takeBody().isEmpty)
    }

    @Test("the declared length is checked against the limit unless the body is encoded", arguments: [true, false])
    func codedLength(isCoded: Bool) throws {
        let collector = BodyCollector(limit: 10, pool: BodyPool())
        var fields: HTTPFields = [.contentLength: "11"]
        if isCoded { fields[try .named("Content-Encoding")] = "gzip" }
        #expect(collector.prepare(for: .ok, fields, method: .get) == isCoded)
        #expect(collector.isOverLimit != isCoded)
    }
}

extension Data {
    fileprivate func split(inParts parts: Int) -> [Data] {
        let size = Swift.max((count + parts - 1) / parts, 1)
        return stride(from: startIndex, to: endIndex, by: size).map { self[$0..<Swift.min($0 + size, endIndex)] }
    }
}
#endif
