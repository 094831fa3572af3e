/// Whether a recording answers, or is made.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
    /// The recording answers; what it does not hold is an error, and nothing is sent.
    case replay
    /// The recording answers; what it does not hold is sent and added to it.
    case recordMissing = "missing"
    /// All is sent, and the recording made anew.
    case recordAll = "all"
    /// All is sent, and nothing recorded.
    case live

    /// The environment variable that sets it: `SEEK_RECORDING=all swift test --filter …`.
    public static let environmentVariable = "SEEK_RECORDING"

    var isRecording: Bool { self == .recordMissing || self == .recordAll }
}
