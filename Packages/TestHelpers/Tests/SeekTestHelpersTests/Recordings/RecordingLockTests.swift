import Foundation
import Testing

@testable import SeekTestHelpers

@Suite("The lock of a recording")
struct RecordingLockTests {
    @Test("stays with its holder, however many others try to get it")
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

    @Test("is free again after its holder")
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
