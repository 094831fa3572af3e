import Foundation

/// The output of a command: results are written to `out`, progress and errors to `note`.
struct Console: Sendable {
    var out: @Sendable (String) -> Void
    var note: @Sendable (String) -> Void

    /// Standard output and standard error.
    static let standard = Console(
        out: { FileHandle.standardOutput.write(Data($0.utf8)) },
        note: { FileHandle.standardError.write(Data($0.utf8)) }
    )
}
