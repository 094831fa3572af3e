import Testing

/// Compares the selection with brute force on random repositories and histories: the files and declarations on which
/// each package depends are collected at both commits, and a package is affected if they differ.
@Suite struct AffectedSoundnessTests {
    @Test("every affected package is selected in random histories", arguments: 0..<24)
    func sound(seed: UInt64) throws {
        var history = try RandomRepo(seed: seed)
        try history.addCommits()
        // The base may be any earlier commit, and the working copy may have uncommitted changes.
        let base = history.commits.randomElement(using: &history.random) ?? "HEAD"
        // An earlier scan fills the caches of the working copy, so that they are tested too.
        if Bool.random(using: &history.random) {
            _ = try history.affected(since: base)
        }
        for _ in 0..<Int.random(in: 0...2, using: &history.random) { try history.change() }
        let affected = try history.affected(since: base)

        try history.commitAll()
        let mergeBase = try history.repo.git("merge-base", base, "HEAD")
        let (before, after) = try (BruteForce(mergeBase, of: history.repo), BruteForce("HEAD", of: history.repo))
        let expected = try after.packages.filter { try before.inputs(of: $0) != after.inputs(of: $0) }
        #expect(Set(affected.packages).isSuperset(of: expected), "\(affected)")
        #expect(Set(affected.packages).isSubset(of: after.packages))
    }

    @Test(
        "edits of sources select exactly the packages with changed inputs, also for a commit that is not checked out",
        arguments: 100..<114
    )
    func minimal(seed: UInt64) throws {
        var history = try RandomRepo(seed: seed)
        let sources = history.sources
        for _ in 0..<Int.random(in: 1...2, using: &history.random) {
            let path = try #require(sources.randomElement(using: &history.random))
            try history.repo.write(path, "edited")
        }
        try history.commitAll()
        let affected = try history.affected(since: "HEAD~1")
        let (before, after) = try (BruteForce("HEAD~1", of: history.repo), BruteForce("HEAD", of: history.repo))
        let expected = try after.packages.filter { try before.inputs(of: $0) != after.inputs(of: $0) }
        #expect(affected.everythingReason == nil)
        #expect(affected.packages == expected)
        try history.repo.git("checkout", "-q", "HEAD~1")
        #expect(try history.affected(since: "main~1", head: "main").packages == expected)
    }
}
