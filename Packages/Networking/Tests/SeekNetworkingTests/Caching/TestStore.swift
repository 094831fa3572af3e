import Foundation
import SeekBasics

@testable import SeekNetworking

/// A store in memory that can be made to fail.
final class TestStore: ResponseStore {
    struct Broken: Error {}
    let source: Provenance.Source
    let entries = Mutex<[String: Data]>([:])
    let expiries = Mutex<[String: Date]>([:])
    let isBroken: Bool

    init(source: Provenance.Source = .disk, isBroken: Bool = false) {
        self.source = source
        self.isBroken = isBroken
    }

    func response(for key: String) async throws -> Data? {
        if isBroken { throw Broken() }
        return entries.withLock { $0[key] }
    }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        if isBroken { throw Broken() }
        entries.withLock { $0[key] = response }
        expiries.withLock { $0[key] = expiresAt }
    }

    func remove(_ key: String) async throws {
        if isBroken { throw Broken() }
        entries.withLock { $0[key] = nil }
    }
}
