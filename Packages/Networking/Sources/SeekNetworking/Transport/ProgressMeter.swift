/// Decides when a transport reports progress.
package struct ProgressMeter: Sendable {
    /// The minimum time between two reports.
    static let interval = Duration.milliseconds(50)

    private(set) var progress = TransferProgress()
    private let observer: TransferProgress.Observer
    private var lastReport: (progress: TransferProgress, time: ContinuousClock.Instant)?

    /// Creates a meter for the calling task's observer, or returns nil if there is none.
    package init?(bodySize: Int) {
        guard let observer = TransferProgress.observer else { return nil }
        self.observer = observer
        progress.expectedToSend = Int64(bodySize)
    }

    /// Sets the expected size of the response's body in bytes.
    package mutating func expectToReceive(_ size: Int64) {
        progress.expectedToReceive = size
    }

    /// Changes the progress, and returns a closure that reports it, or nil if no report is due.
    package mutating func update(
        at now: ContinuousClock.Instant = .now,
        _ change: (inout TransferProgress) -> Void
    ) -> (@Sendable () -> Void)? {
        change(&progress)
        guard progress != lastReport?.progress else { return nil }
        if let lastReport, now - lastReport.time < Self.interval { return nil }
        lastReport = (progress, now)
        return report
    }

    /// A closure that reports the current progress, whether or not a report is due.
    package var report: @Sendable () -> Void {
        { [observer, progress] in observer(progress) }
    }
}
