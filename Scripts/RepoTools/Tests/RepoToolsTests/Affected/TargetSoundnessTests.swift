import Testing

@testable import RepoTools

/// Compares the selected test targets with brute force on random histories of a root manifest with many targets.
@Suite struct TargetSoundnessTests {
    @Test(
        "exactly the tests with changed inputs are selected, unless a product or a file outside all targets changed",
        arguments: 0..<20
    )
    func exact(seed: UInt64) throws {
        var history = try RandomTargetRepo(seed: seed)
        for _ in 0..<Int.random(in: 0...1, using: &history.random) {
            try history.change()
            try history.repo.commit()
        }
        for _ in 0..<Int.random(in: 1...2, using: &history.random) { try history.change() }
        let uncommitted = try Affected.since("HEAD", head: nil, root: history.repo.root, dump: RandomRepo.dump)
        try history.repo.commit()
        let committed = try Affected.since("HEAD~1", head: "HEAD", root: history.repo.root, dump: RandomRepo.dump)
        let (before, after) = try (
            TargetBruteForce("HEAD~1", of: history.repo), TargetBruteForce("HEAD", of: history.repo)
        )
        let expected = after.tests.filter { before.inputs(of: $0) != after.inputs(of: $0) }
        for selection in [uncommitted, committed] {
            let selected = selection.targets.filter(\.isTest).map(\.name).sorted()
            if selection.everythingReason != nil {
                #expect(selection.everythingReason == "tools/run belongs to no target")
            } else if before.products == after.products {
                #expect(selected == expected, "\(selection)")
            } else {
                // A changed product selects its targets, even if no other package uses it.
                #expect(Set(selected).isSuperset(of: expected), "\(selection)")
            }
        }
    }
}
