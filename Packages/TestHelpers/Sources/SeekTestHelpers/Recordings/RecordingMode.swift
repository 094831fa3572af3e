/// Whether a recording is replayed or created.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
    /// Requests are replayed; a missing one is an error. Nothing is sent.
    case replay
    /// Requests are replayed; missing ones are sent and added.
    case recordMissing = "missing"
    /// All requests are sent, and the recording is replaced.
    case recordAll = "all"
    /// All requests are sent, and nothing is recorded.
    case live

    /// The environment variable of the mode: `SEEK_RECORDING=all swift test --filter …`.
    public static let environmentVariable = "SEEK_RECORDING"

    var isRecording: Bool { self == .recordMissing || self == .recordAll }
}
