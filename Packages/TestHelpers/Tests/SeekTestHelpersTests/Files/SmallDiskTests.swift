#if os(Linux)
import Foundation
import SeekTestHelpers
import Testing

@Suite("SmallDisk")
struct SmallDiskTests {
    private static let requirement: Comment = "file systems cannot be mounted: run as root"

    @Test(
        "a small disk can be filled and freed, and is removed when it is deallocated; a negative size is an error",
        .enabled(if: SmallDisk.isPermitted, requirement)
    )
    func lifetime() throws {
        var disk: SmallDisk? = try SmallDisk(size: 64 << 10)
        let url = try #require(disk?.url)
        func write(_ size: Int) throws { try Data(count: size).write(to: url.appending(path: "file")) }
        #expect(try disk?.freeSize == 64 << 10)
        try disk?.fill()
        #expect(try disk?.freeSize == 0)
        #expect(throws: (any Error).self) { try write(1) }
        try disk?.fill(leaving: 8 << 10)
        #expect(throws: (any Error).self) { try write(9 << 10) }
        try write(8 << 10)
        #expect(try disk?.freeSize == 0)
        try disk?.makeRoom()
        try disk?.makeRoom()  // has no further effect
        try write(40 << 10)
        #expect(throws: FixtureError.self) { try SmallDisk(size: -1) }
        disk = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("creating a small disk without permission to mount throws an error", .enabled(if: !SmallDisk.isPermitted))
    func notPermitted() {
        let error = #expect(throws: FixtureError.self) { try SmallDisk(size: 4_096) }
        #expect(error.map { "\($0)".contains("cannot be written: ") } == true)
    }
}
#endif
