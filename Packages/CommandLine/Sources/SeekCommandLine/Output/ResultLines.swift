public import Seek

/// Writes results as a command does, without a search before it: what the bench `output-rows` measures.
@_spi(Bench)
public struct ResultLines: Sendable {
    private let console: Console

    /// Writes to a file, as to a pipe: tab-separated values.
    ///
    /// - Parameter descriptor: the open file.
    public init(descriptor: Int32) {
        console = Console(
            CommandContext(
                environment: [:],
                output: DescriptorOutput(descriptor: descriptor),
                messages: DescriptorOutput.messages
            )
        )
    }

    /// Writes videos, a line each.
    ///
    /// - Returns: whether all were written.
    public func write(_ videos: [YouTubeSearchItem]) -> Bool {
        let writer = ResultWriter(kind: .videos, options: OutputOptions(), console: console, style: console.style())
        return writer.write(videos, nothing: nil) == .success
    }
}
