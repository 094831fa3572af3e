import SeekBasics

/// `repo ci plan`: the decisions of the workflow's first job, so that they can be made and tested locally.
enum CICommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo ci plan [--event NAME] [--base REV] [--shards N]

            Prints the outputs of the plan job: matrix= (the packages, distributed to at most N jobs, 4 by default, as
            {"include":[{"name":"1/2","packages":"App Web"},…]} for strategy.matrix), any= (whether a package is selected),
            everything= (whether all are). The events schedule and workflow_dispatch select everything, as does a push or
            pull request with an unknown base.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let event = try arguments.value("--event")
        let base = try arguments.value("--base")
        let shards = try arguments.value("--shards", "a number from 1") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? 4
        guard try arguments.operands() == ["plan"] else { throw UsageError("ci takes “plan”") }
        let plan = try CIPlan(event: event, base: base, shards: shards, root: context.root)
        context.console.note(plan.explanation)
        context.console.out(plan.outputs)
        return 0
    }
}

struct CIPlan {
    var affected: Affected
    var shards: Shards

    /// - Parameters:
    ///   - event: GitHub's name of the event that started the run; nil is treated as a push.
    ///   - base: The commit before the change; nil, empty or, as GitHub passes it, all zeros if there is none.
    init(event: String?, base: String?, shards: Int, root: String) throws(RepoError) {
        if let event, ["schedule", "workflow_dispatch"].contains(event) {
            affected = try Affected(everythingIn: root, reason: "the event \(event) tests everything")
        } else if let base, !base.allSatisfy({ $0 == "0" }) {
            affected = try Affected.since(base, head: nil, root: root)
        } else {
            affected = try Affected(everythingIn: root, reason: "the previous commit is unknown")
        }
        let weights = Shards.weights(of: affected.folders, root: root)
        self.shards = Shards(weights, count: shards)
    }

    /// The lines for `$GITHUB_OUTPUT`.
    var outputs: String {
        let any = !shards.jobs.isEmpty
        return "matrix=\(shards.matrix)\nany=\(any)\neverything=\(affected.everythingReason != nil)\n"
    }

    var explanation: String {
        affected.notes.map { "\($0)\n" }.joined()
            + (affected.packages.isEmpty ? "no package is affected\n" : affected.formatted(explain: true))
    }
}

/// A distribution of packages to parallel jobs.
struct Shards: Equatable {
    var jobs: [[String]]

    /// Distributes packages evenly to at most `count` jobs: the heaviest first, each to the lightest job.
    init(_ weights: [String: Int], count: Int) {
        let heaviestFirst = weights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let count = min(count, weights.count)
        var jobs = Array(repeating: (packages: [String](), weight: 0), count: count)
        for package in heaviestFirst {
            guard let lightest = jobs.indices.min(by: { jobs[$0].weight < jobs[$1].weight }) else { break }
            jobs[lightest].packages.append(package)
            jobs[lightest].weight += weights[package, default: 0]
        }
        self.jobs = jobs.map { $0.packages.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// The value for `strategy.matrix` of GitHub Actions: `{"include":[{"name":"1/2","packages":"A B"}, …]}`. A job
    /// with a single package is named after the package.
    var matrix: String {
        let rows = jobs.enumerated().map { index, packages in
            let name = packages.count == 1 ? packages[0] : "\(index + 1)/\(jobs.count)"
            return ["name": .string(name), "packages": .string(packages.joined(separator: " "))] as JSONValue
        }
        return JSONValue.object(["include": .array(rows)]).text(.sorted)
    }

    /// Returns the number of Swift files of each package, plus one, as an estimate of the time to build and test it.
    ///
    /// - Parameter folders: The folders of the packages by name.
    static func weights(of folders: [String: String], root: String) -> [String: Int] {
        folders.mapValues { 1 + Files.all(below: "\(root)/\($0)", suffix: ".swift").count }
    }
}
