import BenchKit
import Foundation
import Seek
@_spi(Bench) import SeekCommandLine
import SeekTestHelpers

/// The measurement of writing a command's output.
extension SearchBench {
    /// `output-rows`: writes videos as tab-separated values to a file; every tenth title contains control characters.
    func outputRows() throws -> BenchResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let videos = try titledVideos()
        let file = folder.file("rows")
        let speed = try median(rounds: load.rounds) {
            let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            guard descriptor >= 0 else { throw BenchFailure(description: "no file could be created for the rows") }
            let lines = ResultLines(descriptor: descriptor)
            let start = ContinuousClock.now
            let isWritten = lines.write(videos)
            let seconds = start.duration(to: .now) / .seconds(1)
            close(descriptor)
            let bytes = try Data(contentsOf: file)
            guard isWritten, bytes.count(where: { $0 == UInt8(ascii: "\n") }) == videos.count,
                !bytes.contains(0x1B)
            else { throw BenchFailure(description: "a row was lost, or a control character was written") }
            return Double(videos.count) / seconds
        }
        return BenchResult("output-rows", speed, "rows/s", goal: .valueAtLeast(200_000))
    }

    private func titledVideos() throws -> [YouTubeSearchItem] {
        let text = String(decoding: page, as: UTF8.self)
        let harmful = text.replacing("Swift in 100 seconds", with: "\\u001B[31m\\u202ESwift\\n100 seconds")
        let (plainItems, harmfulItems) = try (decoded(text), decoded(harmful))
        return (0..<load.lines).map { number in
            let items = number % 10 == 0 ? harmfulItems : plainItems
            return items[number % items.count]
        }
    }

    private func decoded(_ text: String) throws -> [YouTubeSearchItem] {
        try ModelDecoder().decode(YouTubeSearchPage.self, from: Data(text.utf8)).items
    }
}
