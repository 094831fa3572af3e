import Testing

@testable import RepoTools

@Suite struct ThresholdCheckTests {
    @Test(
        "only a lower threshold or the exemption of an existing module is a finding",
        arguments: [
            ("\"threshold\": 60", "\"threshold\": 59.5", ["the threshold fell from 60.0 to 59.5"]),
            ("\"threshold\": 60", "\"threshold\": 61", []),
            ("\"Store\": 40", "\"Store\": 39", ["the threshold of Store fell from 40.0 to 39.0"]),
            ("\"Store\": 40", "\"Store\": 70", []),
            // The general threshold applies, which is higher.
            ("{ \"Store\": 40 }", "{}", []),
            ("{ \"Store\": 40 }", "{ \"Store\": 40, \"Base\": 10 }", ["the threshold of Base fell from 60.0 to 10.0"]),
            ("\"AcmeWeb\": ", "\"AcmeApp\": \"new\", \"AcmeWeb\": ", ["AcmeApp no longer has a threshold"]),
            ("\"AcmeWeb\": ", "\"AcmeNew\": \"new\", \"AcmeWeb\": ", []),
        ] as [(String, String, [String])]
    )
    func fell(old: String, new: String, expected: [String]) throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.replace(old, with: new, in: "Scripts/repo.json")
        let outcome = repo.run("check", "thresholds")
        #expect(outcome.out.split(separator: "\n").count == expected.count, "\(outcome.out)\(outcome.err)")
        for text in expected { #expect(outcome.out.contains(text)) }
        // The main branch, which contains the change now, is the base of the next check.
        try repo.commit()
        #expect(repo.run("check", "thresholds").status == 0)
        #expect(repo.run("check", "thresholds", "--base", "HEAD~1").status == (expected.isEmpty ? 0 : 1))
    }

    @Test("an unknown base is an error")
    func unknownBase() throws {
        let repo = try FivePackageRepo.copy().repo
        #expect(repo.run("check", "thresholds", "--base", "nowhere").status == 1)
    }

    @Test("without a main branch, a message states that nothing is compared")
    func noBase() throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.git("branch", "-m", "topic")
        let outcome = repo.run("check", "thresholds")
        #expect(outcome.status == 0)
        #expect(outcome.err.contains("there is no main branch"))
    }

    @Test("earlier rules that cannot be read are a finding")
    func unreadableRules() throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.write("Scripts/repo.json", #"{"packages": ["libs/*"], "old": 1}"#)
        try repo.commit()
        try repo.write("Scripts/repo.json", #"{"packages": ["libs/*"]}"#)
        #expect(repo.run("check", "thresholds", "--base", "HEAD").out.contains("cannot be read"))
    }
}
