public import Seek

/// Writes results in the same way as a search command, without searching. Used by the benchmark `output-rows`.
@_spi(Bench)
public struct ResultLines: Sendable {
    private let console: Console

    /// Creates a writer of tab-separated values.
    ///
    /// - Parameter descriptor: An open file descriptor.
    public init(descriptor: Int32) {
        console = Console(
            CommandContext(
                environment: [:],
                output: DescriptorOutput(descriptor: descriptor),
                messages: DescriptorOutput.messages
            )
        )
    }

    /// Writes one line per video.
    ///
    /// - Returns: Whether all lines were written.
    public func write(_ videos: [YouTubeSearchItem]) -> Bool {
        let writer = ResultWriter(kind: .videos, options: OutputOptions(), console: console, style: console.style())
        return writer.write(videos, emptyMessage: nil) == .success
    }
}
