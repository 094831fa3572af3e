/// A sample video. There are long and short titles, titles in Latin and Japanese script, an empty description, a live
/// broadcast, and a video with hidden likes.
struct SampleVideo: Sendable {
    let id: String
    let title: String
    let description: String
    let channel: SampleChannel
    let publishedAt: String
    /// The duration in ISO 8601 form; `P0D` for a live broadcast.
    let duration: String
    let viewCount: Int
    var hasLikes = true
    var isLive = false
}

struct SampleChannel: Sendable {
    let id: String
    let title: String
    let description: String
    let handle: String
    let subscriberCount: Int
}

/// A sample playlist. Each contains all sample videos.
struct SamplePlaylist: Sendable {
    let id: String
    let title: String
    let description: String
    let channel: SampleChannel
}

extension SampleVideo {
    static let all: [SampleVideo] = [
        SampleVideo(
            id: "sample-vd01",
            title: "Swift in ten minutes",
            description: "Values, optionals and closures, one example each.",
            channel: .programs,
            publishedAt: "2026-03-02T08:00:00Z",
            duration: "PT10M12S",
            viewCount: 48_210
        ),
        SampleVideo(
            id: "sample-vd02",
            title: "A night walk along the river",
            description: "No talking, only steps and water. Recorded in one take.",
            channel: .walks,
            publishedAt: "2026-02-14T20:30:00Z",
            duration: "PT1H4M",
            viewCount: 9_874
        ),
        SampleVideo(
            id: "sample-vd03",
            title: "夜の商店街を歩く",
            description: "雨上がりの商店街。",
            channel: .walks,
            publishedAt: "2026-01-30T11:15:00Z",
            duration: "PT27M45S",
            viewCount: 120_400
        ),
        SampleVideo(
            id: "sample-vd04",
            title: "Bread without a machine",
            description: "Flour, water, salt & time.",
            channel: .kitchen,
            publishedAt: "2026-01-12T07:00:00Z",
            duration: "PT14M3S",
            viewCount: 3_310
        ),
        SampleVideo(
            id: "sample-vd05",
            title: "How a compiler reads your code, from the first character to the last instruction",
            description: "Lexing, parsing, type checking and code generation, followed through one short function.",
            channel: .programs,
            publishedAt: "2025-12-05T16:00:00Z",
            duration: "PT2H11M8S",
            viewCount: 1_204_993
        ),
        SampleVideo(
            id: "sample-vd06",
            title: "Live: the harbour at noon",
            description: "A camera on the roof of the ferry building.",
            channel: .walks,
            publishedAt: "2026-03-20T12:00:00Z",
            duration: "P0D",
            viewCount: 640,
            isLive: true
        ),
        SampleVideo(
            id: "sample-vd07",
            title: "Tea & rain",
            description: "",
            channel: .walks,
            publishedAt: "2025-11-08T06:20:00Z",
            duration: "PT42S",
            viewCount: 77
        ),
        SampleVideo(
            id: "sample-vd08",
            title: "Actors, tasks and the order of things",
            description: "Why two lines of concurrent code may run in either order, and how to test them.",
            channel: .programs,
            publishedAt: "2025-10-21T08:00:00Z",
            duration: "PT33M20S",
            viewCount: 25_006
        ),
        SampleVideo(
            id: "sample-vd09",
            title: "One pot, five dinners",
            description: "Monday to Friday with the same pot of beans.",
            channel: .kitchen,
            publishedAt: "2025-09-15T17:45:00Z",
            duration: "PT18M",
            viewCount: 15_730,
            hasLikes: false
        ),
    ]
}

extension SampleChannel {
    static let programs = SampleChannel(
        id: "UCsample-channel-0000001",
        title: "Small Programs",
        description: "One idea of programming per video.",
        handle: "@smallprograms-sample",
        subscriberCount: 88_200
    )
    static let walks = SampleChannel(
        id: "UCsample-channel-0000002",
        title: "Slow Steps",
        description: "Walks without words.",
        handle: "@slowsteps-sample",
        subscriberCount: 412_000
    )
    static let kitchen = SampleChannel(
        id: "UCsample-channel-0000003",
        title: "Kitchen Notes",
        description: "Plain food, explained.",
        handle: "@kitchennotes-sample",
        subscriberCount: 5_340
    )

    static let all = [programs, walks, kitchen]
}

extension SamplePlaylist {
    static let all = [
        SamplePlaylist(
            id: "PLsample-playlist-01",
            title: "Start here",
            description: "The videos to watch first.",
            channel: .programs
        ),
        SamplePlaylist(
            id: "PLsample-playlist-02",
            title: "For a rainy evening",
            description: "Long ones.",
            channel: .walks
        ),
    ]
}
