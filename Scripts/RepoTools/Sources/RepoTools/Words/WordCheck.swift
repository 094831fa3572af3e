/// Finds the words and phrases that the rule `words` in `repo.json` replaces, for example because they describe code as
/// a person, and reports what to write instead. Case is ignored. Neither a part of a longer word nor a phrase that is
/// split between two lines is found.
struct WordCheck {
    private let root: String
    private let rules: RepoConfiguration.Words
    /// What to write instead of each word.
    private let advice: [String: String]

    init(_ repository: Repository) {
        root = repository.root
        rules = repository.configuration.words
        var advice: [String: String] = [:]
        for (words, instead) in rules.replace {
            for word in words.lowercased().split(separator: ", ") { advice[String(word)] = instead }
        }
        self.advice = advice
    }

    func findings() throws(RepoError) -> [Finding] {
        guard !advice.isEmpty else { return [] }
        var findings: [Finding] = []
        var used = Set<Int>()
        for hit in try hits() {
            for (word, instead) in advice where hit.text.containsWord(word) {
                let exception = rules.except.firstIndex { exception in
                    exception.words.contains { $0.lowercased() == word }
                        && exception.files.contains { Glob($0).matches(hit.file) }
                }
                if let exception {
                    used.insert(exception)
                } else {
                    let message = "“\(word)”: write \(instead) (the rule: words in \(RepoConfiguration.file))"
                    findings.append(Finding(file: hit.file, line: hit.line, message: message))
                }
            }
        }
        for (index, exception) in rules.except.enumerated() where !used.contains(index) {
            let message =
                "the exception of words for \(exception.files.joined(separator: ", ")) (\(exception.reason)) "
                + "is no longer needed; remove it"
            findings.append(Finding(file: RepoConfiguration.file, message: message))
        }
        return findings.sorted()
    }

    /// A line with one of the words, in lower case.
    private struct Hit {
        var file: String
        var line: Int
        var text: String
    }

    private func hits() throws(RepoError) -> [Hit] {
        let patterns = advice.keys.sorted().flatMap { ["-e", $0] }
        let options = ["grep", "--untracked", "--no-color", "-I", "-n", "-z", "-i", "-w", "-F"]
        let result = try Subprocess.run(["git", "-C", root] + options + patterns + ["--"] + rules.files)
        // 1 means that nothing was found.
        guard [0, 1].contains(result.status) else { throw RepoError("git grep failed: \(result.errors)") }
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\0", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, let number = Int(fields[1]) else { return nil }
            return Hit(file: String(fields[0]), line: number, text: fields[2].lowercased())
        }
    }
}
