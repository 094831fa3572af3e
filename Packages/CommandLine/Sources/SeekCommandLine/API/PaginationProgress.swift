/// How far `seek api --paginate` has come. A server whose pages lead on without end is left at a limit.
struct PaginationProgress {
    /// The most pages of one command.
    static let maximumPages = 1_000
    /// The most bytes of bodies of one command: 1 GiB.
    static let maximumBytes = 1 << 30
    /// The longest time after which another page is requested: an hour.
    static let maximumDuration: Duration = .seconds(3_600)

    private(set) var pages = 0
    private(set) var bytes = 0
    private let start: ContinuousClock.Instant
    private let now: () -> ContinuousClock.Instant

    init(now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        start = now()
    }

    /// Counts a page.
    mutating func add(_ count: Int) {
        pages += 1
        bytes += count
    }

    /// The limit that has been reached, for a message; nil while another page may be requested.
    var reachedLimit: String? {
        if pages >= Self.maximumPages { return "\(pages) pages" }
        if bytes >= Self.maximumBytes { return "\(bytes >> 20) MiB" }
        if start.duration(to: now()) >= Self.maximumDuration {
            return "\(Self.maximumDuration.components.seconds / 60) minutes"
        }
        return nil
    }
}
