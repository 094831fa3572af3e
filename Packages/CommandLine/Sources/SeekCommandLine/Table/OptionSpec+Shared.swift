/// Flags that several commands take.
extension OptionSpec {
    static let limit = OptionSpec(
        name: .limit,
        short: "L",
        value: .required("N"),
        check: .number(1...1_000),
        meaning: "show at most N results, 1...1000 (default 30)"
    )
    static let refresh = OptionSpec(name: .refresh, meaning: "ask the server even if the cache has the answer")
    static let verbose = OptionSpec(
        name: .verbose,
        short: "v",
        meaning: "tell on stderr where each page came from, its age and what it cost"
    )
    static let plainJSON = OptionSpec(name: .json, meaning: "write JSON")

    static func json(of fields: [String]) -> OptionSpec {
        OptionSpec(
            name: .json,
            value: .optional("FIELDS"),
            check: .fields(fields),
            meaning: "write JSON: all fields, or those listed"
        )
    }
}
