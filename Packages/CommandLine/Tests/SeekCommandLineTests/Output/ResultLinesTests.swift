import Foundation
import Seek
@_spi(Bench) import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("Results as lines")
struct ResultLinesTests {
    private func item(_ id: String, title: String = "t") -> YouTubeSearchItem {
        YouTubeSearchItem(id: id, channelID: "c", title: title, thumbnails: [:])
    }

    @Test("are written one per line, and their control characters are replaced")
    func linePerVideo() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "lines")
        let handle = try FileHandle(forWritingTo: file)
        let videos = [item("v1", title: "one\u{1B}[31m\n\u{202E}"), item("v2")]
        #expect(ResultLines(descriptor: handle.fileDescriptor).write(videos))
        try handle.close()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(
            text == "v1\tone\u{FFFD}[31m \u{FFFD}\t\t\thttps://www.youtube.com/watch?v=v1\n"
                + "v2\tt\t\t\thttps://www.youtube.com/watch?v=v2\n"
        )
    }

    @Test("are not written to an invalid descriptor, for which write returns false")
    func invalidDescriptor() {
        #expect(!ResultLines(descriptor: -1).write([item("v1")]))
    }
}
