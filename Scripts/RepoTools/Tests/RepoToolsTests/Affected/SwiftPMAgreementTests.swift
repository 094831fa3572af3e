import Testing

@testable import RepoTools

/// Compares the owners of files and the selection with what SwiftPM reports.
@Suite struct SwiftPMAgreementTests {
    @Test(
        "targets own the files that SwiftPM compiles or copies, and tests are selected that can reach them",
        arguments: 0..<5
    )
    func agreement(seed: UInt64) throws {
        let repo = try RandomPackages(seed: seed).repo
        let report = try SwiftPMReport(repo, folders: [".", "Local Packages/Net"])
        let repository = try Repository.load(root: repo.root)
        let modules = repository.packages.flatMap(\.manifest.targets).map { [$0.name, $0.module] }.sorted {
            $0[0] < $1[0]
        }
        #expect(modules == report.targets.map { [$0.name, $0.c99name] }.sorted { $0[0] < $1[0] })
        let owners = repository.pathOwners
        for (file, expected) in report.owners where !Files.isFolder("\(repo.root)/\(file)") {
            let claims = Set(owners.claims(of: file).map(\.target))
            #expect(claims.isSuperset(of: expected), "\(file)")
            if file.hasSuffix(".swift") { #expect(claims == expected, "\(file)") }
        }
        var random = SplitMix(state: seed)
        let files = report.owners.keys.filter { !Files.isFolder("\(repo.root)/\($0)") }.sorted()
        for file in files.shuffled(using: &random).prefix(3) {
            try repo.write(file, "// changed\n")
            let affected = try repo.affected()
            let expected = report.tests(reaching: report.owners[file] ?? [])
            let selected = Set(affected.targets.filter(\.isTest).map(\.name))
            #expect(affected.everythingReason == nil, "\(file)")
            #expect(selected.isSuperset(of: expected), "\(file)")
            if file.hasSuffix(".swift") { #expect(selected == expected, "\(file)") }
            try repo.git("checkout", "-q", ".")
        }
    }
}
