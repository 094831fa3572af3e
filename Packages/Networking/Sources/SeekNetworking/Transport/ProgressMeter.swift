/// Decides when progress is worth a report. For transports; a pure value but for the clock, which is passed in.
package struct ProgressMeter: Sendable {
    /// The least time between two reports.
    static let interval = Duration.milliseconds(50)

    /// What is known by now.
    private(set) var progress = TransferProgress()
    private let observer: TransferProgress.Observer
    private var lastReport: (progress: TransferProgress, time: ContinuousClock.Instant)?

    /// A meter for the calling task's observer; nil where nobody observes.
    package init?(bodySize: Int) {
        guard let observer = TransferProgress.observer else { return nil }
        self.observer = observer
        progress.expectedToSend = Int64(bodySize)
    }

    /// Takes in the size of the answer's body, which is worth no report yet.
    package mutating func expectToReceive(_ size: Int) {
        progress.expectedToReceive = Int64(size)
    }

    /// Takes in a change, and returns the report to make where one is due.
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

    /// The report to make at the end, whether or not one is due.
    package var report: @Sendable () -> Void {
        { [observer, progress] in observer(progress) }
    }
}
