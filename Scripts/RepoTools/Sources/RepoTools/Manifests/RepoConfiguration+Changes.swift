import Foundation

extension RepoConfiguration {
    /// Returns the rules that concern a package or its targets, as text. If two configurations without a
    /// ``generalDifference(from:)`` return the same text, the package is built and tested in the same way with either.
    func lines(concerning package: String, folder: String, targets: [String]) -> String {
        func names(_ list: [String]) -> [String] { list.filter { $0 == package || targets.contains($0) }.sorted() }
        let readers = readBy.filter { !names($0.value).isEmpty }.map { "\($0.key) \(names($0.value))" }
        let imports = importedOnlyBy.filter { $0.value.contains(package) }.map(\.key)
        let lines: [[String]] = [
            isStandalone(folder) ? ["standalone"] : [], mayImport[package]?.sorted() ?? ["-"],
            names(onlyForTests), names(testFrameworkModules), names(reexporters), names(testableImporters),
            imports.sorted(), readers.sorted(), ["\(threshold(of: package))"],
            targets.map { "\(threshold(of: $0, in: package)) \(coverage.exempt[$0] ?? "-")" },
            names(sanitize.packages),
        ]
        return lines.map { "\($0)\n" }.joined()
    }

    /// Returns the name of a rule that differs and may concern every package, or nil.
    ///
    /// Other rules are ignored: ``lines(concerning:folder:targets:)`` contains those that concern a single package, and
    /// the checks that read the rest run after every change.
    func generalDifference(from old: RepoConfiguration) -> String? {
        if global != old.global { return "global" }
        if inert != old.inert { return "inert" }
        if umbrella != old.umbrella { return "umbrella" }
        if sanitize.defines != old.sanitize.defines { return "sanitize" }
        // A removed pattern may have matched a package that other packages depend on.
        return Set(old.packages).isSubset(of: packages) ? nil : "packages"
    }
}
