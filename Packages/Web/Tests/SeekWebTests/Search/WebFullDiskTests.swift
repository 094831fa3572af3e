#if os(Linux)
import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("On a full disk", .enabled(if: SmallDisk.isPermitted, "file systems cannot be mounted: run as root"))
struct WebFullDiskTests {
    @Test("searches have results, and a page explains why a search cannot be saved")
    func full() async throws {
        let disk = try SmallDisk(size: 1 << 20)
        let context = try WebContext(configure: {
            ($0.cacheFolder, $0.stateFolder) = (disk.url.appending(path: "cache"), disk.url.appending(path: "state"))
        })
        try disk.fill()
        let site = Site(context)
        let page = try await site.page("/?q=swift")
        #expect(page.count(of: "<li class=\"card\"") == 25)
        let saved = try await site.response("/saved", .post, form: ["q": "swift", "name": "a"])
        #expect(saved.status.code == 503)
        #expect(saved.text.contains("<p class=\"notice bad\">"))
        #expect(try await site.page("/history").contains(">swift</a>"))
        #expect(try await site.response("/health").status == .ok)
    }
}
#endif
