extension CommandTable {
    static let apiCommands: [CommandSpec] = [
        CommandSpec(
            action: .api,
            summary: "Send a request and print the response body",
            arguments: [
                ArgumentSpec(
                    placeholder: "PATH",
                    meaning: "A path relative to GitHub's base URL, such as users/octocat/repos, or a full URL"
                )
            ],
            options: apiOptions,
            details: [
                "The request uses the same cache, retries, rate limits and credentials as a search. With fields, the "
                    + "method is POST and the fields are sent as a JSON body. With -X GET or --input, they are sent as "
                    + "query parameters. A header field of --header replaces the one that seek sends; "
                    + "-H 'Authorization:' sends the request without a token. If the status is 400 or higher, the body "
                    + "is printed and the command fails.",
                "As in gh, -f 'labels[]=bug' adds an element to an array, and -f 'a[b]=x' sets a member of an object.",
                "If PATH is graphql, fields other than query and operationName are variables of the query, and the "
                    + "command fails if the response contains errors.",
                "As in gh, --paginate of graphql requires a query with the variable $endCursor: String and pageInfo { "
                    + "hasNextPage endCursor }. Its pages are printed one after another, or as one array with --slurp.",
                "On a terminal, JSON is indented and colored. --jq and --template apply to each page.",
            ],
            examples: [
                "api users/octocat/repos --include", "api search/repositories -X GET -f q=tetris --cache 1h",
                "api users/octocat/repos --paginate --jq '.[].name'",
                "api repos/octocat/Hello-World/issues --input issue.json",
                "api graphql -f query='query($user: String!) { user(login: $user) { name } }' -f user=octocat",
                "api graphql --paginate -f query='query($endCursor: String) { viewer { repositories(first: 100, "
                    + "after: $endCursor) { nodes { name } pageInfo { hasNextPage endCursor } } } }'",
            ],
            flagHints: [
                "--hostname": "use a full URL, or set SEEK_GITHUB_URL",
                "--preview": "use -H 'Accept: TYPE'", "-p": "use -H 'Accept: TYPE'",
            ]
        )
    ]

    private static let apiOptions: [OptionSpec] = [
        .value(.method, "METHOD", "HTTP method (default GET; POST with fields or --input)", short: "X"),
        .value(.header, "NAME:VALUE", "Add a header field", short: "H", isRepeatable: true),
        .value(.rawField, "NAME=VALUE", "Add a string field to the body or query", short: "f", isRepeatable: true),
        OptionSpec(
            name: .field,
            short: "F",
            value: .required("NAME=VALUE"),
            isRepeatable: true,
            meaning: "Like --raw-field, but converts true, false, null and integers to JSON values, and reads @FILE"
        ),
        OptionSpec(
            name: .input,
            value: .required("FILE"),
            check: .file,
            conflicts: [.paginate, .cache],
            meaning: "Send a file as the body (- for standard input)"
        ),
        OptionSpec(name: .include, short: "i", meaning: "Include the status and header fields in the output"),
        OptionSpec(name: .silent, conflicts: [.jq, .template], meaning: "Do not print the response body"),
        .jq,
        OptionSpec(
            name: .template,
            short: "t",
            value: .required("TEMPLATE"),
            meaning: "Format the JSON response with a template: '{{range .}}{{.name}}{{\"\\n\"}}{{end}}'"
        ),
        OptionSpec(name: .paginate, meaning: "Fetch all pages and merge JSON arrays into one"),
        OptionSpec(
            name: .slurp,
            conflicts: [.include, .silent, .jq, .template],
            requires: .paginate,
            meaning: "With --paginate, print one array whose elements are the pages"
        ),
        OptionSpec(
            name: .cache,
            value: .required("DURATION"),
            check: .duration,
            meaning: "Serve the response to a GET from the cache for this long, unless it is no-store: 90s, 15m, 1h, 2d"
        ),
        .refresh,
        .timeout(), .wait, .record, .replay, .verbose,
    ]
}
