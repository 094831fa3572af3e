extension CodeOwners {
    /// Returns the rule that applies to a path, relative to the root: the last one that matches.
    func rule(for path: String) -> Rule? {
        rules.last { Self.matches($0.pattern, path) }
    }

    /// Returns the rules that apply to some of the files, by line, and the files without an owner.
    func ownership(of files: [String]) -> (rules: [Rule], orphans: [String]) {
        var found: [Int: Rule] = [:]
        var orphans: [String] = []
        for file in files {
            if let rule = rule(for: file), !rule.owners.isEmpty {
                found[rule.line] = rule
            } else {
                orphans.append(file)
            }
        }
        return (found.sorted { $0.key < $1.key }.map(\.value), orphans)
    }

    /// Patterns follow the rules of `.gitignore`: a slash at the start or within anchors a pattern at the root, and a
    /// folder includes everything below it.
    static func matches(_ pattern: String, _ path: String) -> Bool {
        var pattern = pattern
        let isFolder = pattern.hasSuffix("/")
        if isFolder { pattern.removeLast() }
        let isTied = pattern.contains("/")
        if pattern.hasPrefix("/") { pattern.removeFirst() }
        let starts = isTied ? [pattern] : [pattern, "**/\(pattern)"]
        return starts.contains { start in
            (!isFolder && Glob(start).matches(path)) || (start.last != "*" && Glob("\(start)/**").matches(path))
                || (isFolder && start.last == "*" && Glob("\(start)/**").matches(path))
        }
    }
}
