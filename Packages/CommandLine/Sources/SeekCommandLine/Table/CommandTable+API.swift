extension CommandTable {
    /// `seek api`
    static let apiCommands: [CommandSpec] = [
        CommandSpec(
            action: .api,
            path: ["api"],
            summary: "Send any request, and write the answer's body",
            arguments: [
                ArgumentSpec(
                    placeholder: "PATH",
                    meaning: "a path below GitHub's base URL, such as users/octocat/repos, or a whole URL",
                    replacedBy: .batch
                )
            ],
            options: apiOptions,
            details: [
                "The request goes through all that a search goes through: cache, retries, rate limits, and the credential of "
                    + "the API it goes to. With fields the method is POST and they are a JSON body; with -X GET they are the "
                    + "query. A status of 400 or more is written as any other and fails the command.",
                "--batch reads one JSON object a line, "
                    + #"{"id","method","url","headers":[[name,value]],"body"?,"cache"?,"redirect"?}, "#
                    + "runs each as it comes, several at a time, and writes one line for each as it is done: "
                    + #"{"id","status","reason","headers","body"} or {"id","error"}; body_base64 where the body is no UTF-8. "#
                    + "cache is a mode of the Fetch standard, redirect is manual, follow or error. Nothing but the HTTP cache "
                    + "stands between a line and the server, and the cache begins empty and ends with the process.",
            ],
            examples: [
                "api users/octocat/repos --include", "api search/repositories -X GET -f q=tetris --cache 1h",
                "api users/octocat/repos --paginate", "api --batch",
            ]
        )
    ]

    private static let apiOptions: [OptionSpec] = [
        OptionSpec(
            name: .method,
            short: "X",
            value: .required("METHOD"),
            meaning: "the method (default GET, with fields POST)"
        ),
        OptionSpec(
            name: .header,
            short: "H",
            value: .required("NAME:VALUE"),
            isIdempotent: true,
            meaning: "add a header field"
        ),
        OptionSpec(
            name: .rawField,
            short: "f",
            value: .required("NAME=VALUE"),
            isIdempotent: true,
            meaning: "add a text to the body or query"
        ),
        OptionSpec(
            name: .field,
            short: "F",
            value: .required("NAME=VALUE"),
            isIdempotent: true,
            meaning: "the same; true, false, null and whole numbers are no texts"
        ),
        OptionSpec(name: .include, short: "i", meaning: "write the status and the header fields too"),
        OptionSpec(name: .paginate, meaning: "ask for all pages; lists become one list"),
        OptionSpec(
            name: .cache,
            value: .required("DURATION"),
            meaning: "serve the answer from the cache for so long: 90s, 15m, 1h, 2d"
        ),
        .refresh,
        OptionSpec(
            name: .batch,
            conflicts: [.method, .header, .rawField, .field, .include, .paginate, .cache, .refresh, .record, .replay],
            meaning: "read requests from standard input, a JSON object a line"
        ),
        OptionSpec(
            name: .keep,
            needs: .batch,
            meaning: "with --batch: keep answers in the cache folder, beyond the process"
        ),
        .record, .replay, .verbose,
    ]
}
