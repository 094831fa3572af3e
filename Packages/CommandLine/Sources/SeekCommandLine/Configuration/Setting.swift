import Seek

/// A setting of the configuration file. Each stands for an environment variable, which wins over the file.
struct Setting: Sendable {
    /// What a value has to be.
    enum Check: Sendable, Hashable {
        case text
        case number(ClosedRange<Int>)
        case choice([String])
        case url
        case folder
    }

    /// Its name in the file: `limit`.
    var key: String
    /// The variables that win over the file, the first of them first; the first is also the one it is handed on by.
    var variables: [String]
    var check: Check
    var meaning: String
    /// Whether it is never printed, and its file must be the owner's alone.
    var isSecret = false

    /// All there are.
    static let all: [Setting] = [
        Setting(
            key: "youtube-api-key",
            variables: ["YOUTUBE_API_KEY"],
            check: .text,
            meaning: "key of the YouTube Data API",
            isSecret: true
        ),
        Setting(
            key: "github-token",
            variables: ["GH_TOKEN", "GITHUB_TOKEN"],
            check: .text,
            meaning: "GitHub token; the first that is set",
            isSecret: true
        ),
        quota("search", default: 100, of: "searches"),
        quota("unit", default: 10_000, of: "units of the calls that have no limit of their own"),
        quota("stats", default: 10_000, of: "calls for statistics"),
        Setting(
            key: "limit",
            variables: ["SEEK_LIMIT"],
            check: .number(1...1_000),
            meaning: "how many results, without --limit"
        ),
        Setting(
            key: "images",
            variables: ["SEEK_IMAGES"],
            check: .choice(["auto", "never"]),
            meaning: "thumbnails in terminals that show them: auto or never"
        ),
        Setting(
            key: "pager",
            variables: ["PAGER"],
            check: .text,
            meaning: "program that shows long tables on a terminal"
        ),
        Setting(key: "browser", variables: ["BROWSER"], check: .text, meaning: "program that opens pages"),
        Setting(
            key: "youtube-url",
            variables: ["SEEK_YOUTUBE_URL"],
            check: .url,
            meaning: "another base URL, for tests and proxies"
        ),
        Setting(
            key: "github-url",
            variables: ["SEEK_GITHUB_URL"],
            check: .url,
            meaning: "another base URL, for tests and proxies"
        ),
        Setting(key: "cache-dir", variables: ["SEEK_CACHE_DIR"], check: .folder, meaning: "folder of the cache"),
        Setting(
            key: "state-dir",
            variables: ["SEEK_STATE_DIR"],
            check: .folder,
            meaning: "folder of the count of calls and of saved searches"
        ),
    ]

    /// A limit of YouTube's day, where the key's project was granted another.
    private static func quota(_ name: String, default limit: Int, of what: String) -> Setting {
        Setting(
            key: "youtube-\(name)-quota",
            variables: ["SEEK_YOUTUBE_\(name.uppercased())_QUOTA"],
            check: .number(SeekConfiguration.quotaRange),
            meaning: "a day's \(what) that YouTube granted the key (default \(limit))"
        )
    }

    static func named(_ key: String) -> Setting? { all.first { $0.key == key } }

    /// What is wrong with a value; nil where nothing is.
    func problem(with value: String) -> String? {
        switch check {
        case .text: return value.isEmpty ? "needs a value" : nil
        case .number(let range):
            return Int(value).map(range.contains) == true
                ? nil : "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let choices):
            return choices.contains(value) ? nil : "must be one of \(choices.joined(separator: ", "))"
        case .url:
            return value.hasPrefix("http://") || value.hasPrefix("https://") ? nil : "must be an http or https URL"
        case .folder: return value.hasPrefix("/") ? nil : "must be an absolute path"
        }
    }
}
