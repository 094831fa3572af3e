import SeekBasics

/// `repo check`: compares the repository with its rules.
enum CheckCommand {
    enum Area: String, CaseIterable {
        case layout, manifests, boundaries, owners, samples, graph, api, apple
    }

    static let command = RepoCommand.Command(
        help: """
            usage: repo check [layout] [manifests] [boundaries] [owners] [samples] [graph] [api]
                              [apple] [--base REV]

            Runs the named checks, or all, and prints one line per finding: file:line: what is wrong and what to do.

              layout      the files at the root, and the folders, the README and the shared files of each package
              manifests   the root manifest, if it is generated, is that of the packages
              boundaries  imports are declared; dependencies and the reading of data follow the rules
              owners      .github/CODEOWNERS has a line per package
              samples     the Swift samples of the READMEs and articles are part of tests
              graph       the package graph in the README is that of the manifests
              api         breaking changes of API/ since REV (default: the main branch) are in the CHANGELOG of a released
                          package
              apple       each module compiles on Apple's platforms, as far as Scripts/AppleStandIns shows; on Linux only

            Exit status: 0 nothing found, 1 findings, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let base = try arguments.value("--base")
        var areas: [Area] = []
        for word in try arguments.operands(atMost: Area.allCases.count) {
            guard let area = Area(rawValue: word) else {
                let names = Area.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("there is no check “\(word)”; the checks are \(names)")
            }
            areas.append(area)
        }
        return try run(context, areas: areas.isEmpty ? Area.allCases : areas, base: base)
    }

    static func run(_ context: RepoCommand.Context, areas: [Area] = Area.allCases, base: String? = nil) throws -> Int32
    {
        let repository = try Repository.load(root: context.root)
        var all: [Finding] = []
        for area in areas {
            let findings = try findings(area, in: repository, base: base, console: context.console)
            findings.forEach { context.console.out("\($0)\n") }
            all += findings
        }
        context.console.note("repo check: \(all.summary) in \(repository.packages.count) packages\n")
        return all.isEmpty ? 0 : 1
    }

    static func findings(
        _ area: Area,
        in repository: Repository,
        base: String? = nil,
        console: Console
    ) throws(RepoError) -> [Finding] {
        switch area {
        case .layout: return try LayoutCheck(repository).findings()
        case .boundaries:
            return (try BoundaryCheck(repository).findings() + DataReaderCheck(repository).findings()).sorted()
        case .manifests:
            return try RootManifest(repository)?.findings() ?? []
        case .owners:
            guard let text = try? Files.text("\(repository.root)/\(CodeOwners.file)") else {
                return [Finding(file: CodeOwners.file, message: "is missing; add a line per package")]
            }
            return CodeOwners(text: text).findings(in: repository)
        case .samples: return try SampleCheck(repository).findings()
        case .api:
            guard let base = base ?? Git(folder: repository.root).defaultBase() else {
                console.note(
                    "repo check: api is not checked: there is no main branch to compare with; pass --base REV\n"
                )
                return []
            }
            return try APIBaselines(BuiltModules(repository: repository, shell: .live)).findings(since: base)
        case .graph: return GraphCheck(repository).findings()
        case .apple: return try AppleCheck(repository).findings()
        }
    }
}
