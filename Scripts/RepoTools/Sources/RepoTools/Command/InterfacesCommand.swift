import SeekBasics

/// `repo api`: compares the public interface of each module with its baseline.
enum InterfacesCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo api [--package NAME]… [--accept]

            Builds the modules of all library products, or of the given packages, and compares their public interfaces with
            API/Module.txt of each package. Prints one line per change:

              + Page › public var total: Int?
              - Page › public init(items: [Item])        breaking: existing code may need a change

            --accept writes the current interfaces to these files. Without it, the exit status is 1 if anything differs.
            “repo check api” compares these files with those of the main branch. After the first release, it requires an
            entry “- Breaking: …” below “## Unreleased” in the CHANGELOG.md of each package with a breaking change. The
            interfaces in API/ are those of Linux.

            """,
        buildsPackages: true,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let names = try arguments.values("--package")
        let accepts = arguments.flag("--accept")
        try arguments.finish()
        let repository = try Repository.load(root: context.root)
        try repository.requirePackages(named: names)
        let baselines = APIBaselines(BuiltModules(repository: repository, shell: context.shell))
        let modules = baselines.built.modules.filter { names.isEmpty || names.contains($0.package.name) }
        try baselines.built.build(modules, for: "api", console: context.console)
        let changed = try compare(modules, baselines, accepts: accepts, console: context.console)
        let outcome =
            accepts ? "written" : "different from API/; “Scripts/repo api --accept” writes the current interfaces"
        context.console.note(
            "repo api: \(modules.count) module\(modules.count == 1 ? "" : "s"), \(changed) \(outcome)\n"
        )
        return changed == 0 || accepts ? 0 : 1
    }

    /// Prints the differences, replaces the baselines if `accepts` is true, and returns the number of modules that
    /// differ.
    static func compare(
        _ modules: [BuiltModules.Module],
        _ baselines: APIBaselines,
        accepts: Bool,
        console: Console
    ) throws(RepoError) -> Int {
        var changed = 0
        for module in modules {
            let current = try baselines.current(module)
            let baseline = baselines.baseline(of: module)
            guard baseline != current else { continue }
            changed += 1
            if let baseline {
                let difference = InterfaceDifference(from: baseline, to: current)
                console.out("\(module.name) (\(module.baselineFile))\n\(difference)")
            } else {
                console.out("\(module.name) (\(module.baselineFile)): there is no baseline yet\n")
            }
            if accepts { try baselines.write(current, of: module) }
        }
        return changed
    }
}
