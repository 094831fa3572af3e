import Dispatch
import Foundation
import SeekBasics
import Testing

@testable import SeekTestHelpers

@Suite("RecordingLock")
struct RecordingLockTests {
    @Test("a failed attempt to acquire a lock does not release the lock of its holder")
    func contention() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("some.har")
        let holder = try RecordingLock(for: file)
        #expect(holder != nil)
        for _ in 0..<3 {
            let attempt = try RecordingLock(for: file)
            #expect(attempt == nil)
        }
        #expect(FileManager.default.fileExists(atPath: file.path + ".recording"))
        withExtendedLifetime(holder) {}
    }

    @Test("the lock can be acquired again after its release")
    func release() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("some.har")
        for _ in 0..<2 {
            let holder = try RecordingLock(for: file)
            #expect(holder != nil)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path + ".recording"))
    }

    @Test("no thread acquires a lock file that another thread has removed")
    func removal() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("some.har")
        let holdersWithoutFile = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5_000 {
                guard let holder = try? RecordingLock(for: file) else { continue }
                let exists = FileManager.default.fileExists(atPath: file.path + ".recording")
                if !exists { holdersWithoutFile.withLock { $0 += 1 } }
                withExtendedLifetime(holder) {}
            }
        }
        #expect(holdersWithoutFile.withLock { $0 } == 0)
    }
}
