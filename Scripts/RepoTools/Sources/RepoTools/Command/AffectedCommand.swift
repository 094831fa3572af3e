import SeekBasics

/// `repo affected`: the packages a change can affect.
enum AffectedCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo affected --base REV [--head REV] [--targets] [--format text|json] [--explain]

            Prints the packages to test, one per line, that changes since the merge base with REV can affect. Without --head
            the working copy is compared, including uncommitted and untracked files; with --head only commits.

              --targets      prints the arguments for one “swift test” per line, with the affected test targets:
                             --package-path . --filter ^CoreTests[.]
                             There is no filter if all tests must run, and no line if none must run
              --format json  {"because":{"App":"Web ← path"},"build":[…],"everything":false,
                             "targets":{"App":{"build":[…],"test":[…]}},"test":[…],"umbrella":false}:
                             the packages to build (targets other than tests are affected), the packages to test, the chain
                             of dependencies that selected each, the affected targets (null: all), and whether the root
                             manifest must be built
              --explain      adds the reason: target ← target ← … ← path

            The arguments are quoted for xargs. A package without tests is never listed; JSON contains it in “build”.

            A target is affected if it owns a changed file (its sources, resources, headers and search paths, as SwiftPM reads
            the manifest), if its declaration changed, or if it depends on an affected target, in either state. A file that
            no target of a package owns affects all its targets. A changed rule in Scripts/repo.json selects the packages
            that it concerns. Scripts/RepoTools/Documentation/affected.md describes the rules.

            Everything is selected, with the reason on standard error, if the effect of a change is unknown: an unknown
            revision, no merge base, a shallow clone, a file whose changes git ignores, symbolic links in a cycle, a path
            outside all packages and targets, a path listed as global, a rule that concerns every package, an unknown name
            in the rule readBy, a manifest that SwiftPM cannot read, a dependency cycle.

            """,
        run: run
    )

    private static let formats = ["text", "json"]

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let base = try arguments.value("--base")
        let head = try arguments.value("--head")
        let format =
            try arguments.value("--format", formats.joined(separator: " or ")) { formats.contains($0) ? $0 : nil }
            ?? "text"
        let explain = arguments.flag("--explain")
        let listsTargets = arguments.flag("--targets")
        try arguments.finish()
        guard let base else { throw UsageError("affected needs --base REV") }
        guard !listsTargets || format == "text" else {
            throw UsageError("--targets needs --format text; json contains the targets")
        }
        let affected = try Affected.since(base, head: head, root: context.root)
        if format == "text", let folder = affected.folders.values.first(where: { $0.contains(where: \.isNewline) }) {
            throw RepoError("the folder “\(folder)” contains a line break; rename it, or use --format json")
        }
        for note in affected.notes { context.console.note("repo affected: \(note)\n") }
        if format != "json" {
            for (package, targets) in affected.untested.sorted(by: { $0.key < $1.key }) {
                let list = targets.joined(separator: ", ")
                context.console.note(
                    "repo affected: no affected test uses these targets of package \(package): \(list); only build them\n"
                )
            }
        }
        switch format {
        case "json": context.console.out(affected.json)
        case _ where listsTargets:
            context.console.out(explain ? affected.explainedTargets : affected.testArguments)
        default: context.console.out(affected.formatted(explain: explain))
        }
        return 0
    }
}

extension Affected {
    /// The messages for standard error: why everything is selected, and the warnings.
    var notes: [String] { (everythingReason.map { ["EVERYTHING, because \($0)"] } ?? []) + warnings }

    /// Returns one package per line; with `explain`, a tab and the reason follow.
    func formatted(explain: Bool) -> String {
        packagesToTest.map { $0 + (explain ? "\tbecause \(reasons[$0, default: ""])" : "") + "\n" }.joined()
    }

    /// The arguments for `swift test`, one line per package with an affected test, quoted for `xargs`. If everything is
    /// selected, there are no filters.
    var testArguments: String {
        packagesToTest.map { package in
            let start = "--package-path \(Self.quoted(folders[package, default: package]))"
            guard everythingReason == nil else { return start + "\n" }
            // The expression is compared with `Module.Suite/test`, and may match anywhere in it.
            return start + testTargets(of: package).map { " --filter ^\($0.module)[.]" }.joined() + "\n"
        }.joined()
    }

    /// Returns a word with a backslash before each character that `xargs` or a shell would interpret. A line break cannot
    /// be quoted for `xargs`.
    static func quoted(_ word: String) -> String {
        var quoted = ""
        for character in word {
            if character.isASCII, !character.isLetter, !character.isNumber, !"/._-+@%,:=".contains(character) {
                quoted += "\\"
            }
            quoted.append(character)
        }
        return quoted
    }

    /// The affected test targets, or all packages if everything is selected; one per line, with the reasons.
    var explainedTargets: String {
        guard everythingReason == nil else { return formatted(explain: true) }
        return targets.filter(\.isTest).map { "\($0.name)\tbecause \($0.reason)\n" }.joined()
    }

    /// Returns the affected test targets of a package, sorted.
    func testTargets(of package: String) -> [SelectedTarget] {
        targets.filter { $0.package == package && $0.isTest }
    }

    /// The names of the affected targets, by package, of the packages in which no test is affected.
    var untested: [String: [String]] {
        let groups = Dictionary(grouping: targets, by: \.package)
        return groups.filter { !$0.value.contains(where: \.isTest) }.mapValues { $0.map(\.name) }
    }

    var json: String {
        let value = JSONValue.object([
            "because": .object(JSONObject(reasons.mapValues(JSONValue.string))),
            "build": .array(packagesToBuild.map(JSONValue.string)),
            "everything": .bool(everythingReason != nil),
            "targets": .object(JSONObject(reasons.keys.sorted().map { ($0, targetNames(of: $0)) })),
            "test": .array(packagesToTest.map(JSONValue.string)),
            "umbrella": .bool(mustBuildRootManifest),
        ])
        return "\(value.text(.sorted))\n"
    }

    private func targetNames(of package: String) -> JSONValue {
        guard everythingReason == nil else { return .null }
        let own = targets.filter { $0.package == package }
        return .object([
            "build": .array(own.filter { !$0.isTest }.map { .string($0.name) }),
            "test": .array(own.filter(\.isTest).map { .string($0.name) }),
        ])
    }
}
