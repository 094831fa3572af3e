/// Flags that several commands take.
extension OptionSpec {
    /// The flags of every search and list.
    ///
    /// - Parameter fields: the fields its results have.
    static func search(of fields: [String]) -> [OptionSpec] {
        [limit] + output(of: fields) + [web, refresh, dryRun, budget, from, record, replay, verbose]
    }

    /// In which form results are written.
    static func output(of fields: [String]) -> [OptionSpec] { [json(of: fields), template(of: fields)] }

    static let limit = OptionSpec(
        name: .limit,
        short: "L",
        value: .required("N"),
        check: .number(1...1_000),
        meaning: "show at most N results, 1...1000 (default 30)"
    )

    static func json(of fields: [String]) -> OptionSpec {
        OptionSpec(
            name: .json,
            value: .optional("FIELDS"),
            check: .fields(fields),
            meaning: "write JSON: all fields, or those listed"
        )
    }

    /// The flag, with a template of fields these results have.
    static func template(of fields: [String]) -> OptionSpec {
        let name = ["title", "fullName", "login", "path", "name"].first(where: fields.contains)
        let fact = ["url", "text", "remaining"].first(where: fields.contains)
        let example = [name, fact].compactMap { $0.map { "{{.\($0)}}" } }.joined(separator: " ")
        return OptionSpec(
            name: .template,
            short: "t",
            value: .required("TEMPLATE"),
            meaning: "write each result by a template: '\(example)'"
        )
    }
    static let web = OptionSpec(
        name: .web,
        short: "w",
        conflicts: [.json, .template, .dryRun, .record, .replay],
        meaning: "open it in the browser, and ask nothing here"
    )
    static let refresh = OptionSpec(name: .refresh, meaning: "ask the server even if the cache has the answer")
    static let dryRun = OptionSpec(
        name: .dryRun,
        conflicts: [.json, .template, .record, .replay],
        meaning: "tell what it would cost, and ask nobody"
    )
    static let budget = OptionSpec(
        name: .budget,
        value: .required("N"),
        check: .number(0...10_000),
        meaning: "send at most N calls; answers from the cache are free"
    )
    static let from = OptionSpec(
        name: .from,
        value: .required("CURSOR"),
        meaning: "begin with the page a stopped search told of"
    )
    static let record = OptionSpec(
        name: .record,
        value: .required("FILE.har"),
        check: .file,
        meaning: "keep what was asked and answered, without secrets and past the cache"
    )
    static let replay = OptionSpec(
        name: .replay,
        value: .required("FILE.har"),
        check: .file,
        conflicts: [.record, .refresh],
        meaning: "answer from such a file, and send nothing: the same output, at the time of the recording"
    )
    static let verbose = OptionSpec(
        name: .verbose,
        short: "v",
        meaning: "tell on stderr where each page came from, its age and what it cost"
    )
    static let plainJSON = OptionSpec(name: .json, meaning: "write JSON")

    static func choice(_ name: Name, _ choices: [String], _ meaning: String) -> OptionSpec {
        OptionSpec(name: name, value: .required(name.rawValue.uppercased()), check: .choice(choices), meaning: meaning)
    }

    static func text(_ name: Name, _ placeholder: String, _ meaning: String) -> OptionSpec {
        OptionSpec(name: name, value: .required(placeholder), meaning: meaning)
    }
}
