import Foundation
import Testing

@testable import SeekTestHelpers

@Suite("RecordingLock")
struct RecordingLockTests {
    @Test("failed attempts to acquire the lock do not release it")
    func contention() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("some.har")
        let holder = try RecordingLock(for: file)
        #expect(holder != nil)
        for _ in 0..<3 {
            let other = try RecordingLock(for: file)
            #expect(other == nil)
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
}
