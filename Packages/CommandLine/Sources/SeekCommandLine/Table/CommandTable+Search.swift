extension CommandTable {
    /// The commands that search and list.
    static let searchCommands: [CommandSpec] = [
        CommandSpec(
            action: .videos,
            path: ["videos"],
            summary: "Search YouTube for videos",
            arguments: [
                ArgumentSpec(placeholder: "TEXT", meaning: "what to look for, at most 500 characters", count: .words)
            ],
            options: [.limit, .json(of: ResultKind.videos.fieldNames), .refresh, .verbose],
            details: [
                "Needs a key of the YouTube Data API in YOUTUBE_API_KEY. A key has 100 searches a day, and each page of 50 "
                    + "videos is one; an equal search within 15 minutes is answered from disk and costs none."
            ],
            examples: ["videos swift concurrency", "videos '東京 夜景' --limit 5 --json=title,url"]
        ),
        CommandSpec(
            action: .repos,
            path: ["repos"],
            summary: "Search GitHub for repositories",
            arguments: [
                ArgumentSpec(
                    placeholder: "TEXT",
                    meaning: "words and qualifiers as in GitHub's search field, at most 256 characters",
                    count: .words
                )
            ],
            options: [.limit, .json(of: ResultKind.repositories.fieldNames), .refresh, .verbose],
            details: [
                "Works without a token; one in GH_TOKEN or GITHUB_TOKEN raises the limit from 10 to 30 searches a minute."
            ],
            examples: ["repos tetris language:swift", "repos 'topic:search stars:>100' --limit 100"]
        ),
        CommandSpec(
            action: .user,
            path: ["user"],
            summary: "List the repositories of a GitHub user or organisation",
            arguments: [ArgumentSpec(placeholder: "USER", meaning: "the login, such as octocat")],
            options: [.limit, .json(of: ResultKind.repositories.fieldNames), .refresh, .verbose],
            examples: ["user octocat", "user swiftlang --limit 200 --json=name,stars"]
        ),
    ]
}
