import Foundation
import SeekBasics

@testable import SeekNetworking

/// A store that holds its entries in memory, whatever source it reports. With a failure, every operation throws it.
final class TestStore: ResponseStore {
    struct Broken: Error {}
    let source: Provenance.Source
    let entries = Mutex<[String: Data]>([:])
    let expiries = Mutex<[String: Date]>([:])
    private let failure: (any Error)?

    init(source: Provenance.Source = .disk, failure: (any Error)? = nil) {
        self.source = source
        self.failure = failure
    }

    func response(for key: String) async throws -> Data? {
        if let failure { throw failure }
        return entries.withLock { $0[key] }
    }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        if let failure { throw failure }
        entries.withLock { $0[key] = response }
        expiries.withLock { $0[key] = expiresAt }
    }

    func remove(_ key: String) async throws {
        if let failure { throw failure }
        entries.withLock { $0[key] = nil }
    }
}

/// A store that runs a closure before one of its puts, or after one of its reads.
final class InterceptingStore: ResponseStore {
    private typealias Step = (remaining: Int, action: @Sendable () async -> Void)

    private let inner: TestStore
    private let putStep = Mutex<Step?>(nil)
    private let readStep = Mutex<Step?>(nil)
    var source: Provenance.Source { inner.source }

    init(_ inner: TestStore) { self.inner = inner }

    /// Runs a closure before the put with the given number; 1 is the next put.
    func beforePut(_ number: Int, _ action: @escaping @Sendable () async -> Void) {
        putStep.withLock { $0 = (number, action) }
    }

    /// Runs a closure after the read with the given number, before its result is returned; 1 is the next read.
    func afterRead(_ number: Int, _ action: @escaping @Sendable () async -> Void) {
        readStep.withLock { $0 = (number, action) }
    }

    func response(for key: String) async throws -> Data? {
        let step = countDown(readStep)
        let response = try await inner.response(for: key)
        await step?()
        return response
    }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        await countDown(putStep)?()
        try await inner.put(response, for: key, expiresAt: expiresAt)
    }

    func remove(_ key: String) async throws { try await inner.remove(key) }

    private func countDown(_ step: borrowing Mutex<Step?>) -> (@Sendable () async -> Void)? {
        step.withLock { step in
            step?.remaining -= 1
            return step?.remaining == 0 ? step?.action : nil
        }
    }
}
