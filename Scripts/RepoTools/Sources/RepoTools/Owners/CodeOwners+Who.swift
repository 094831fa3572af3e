extension CodeOwners {
    /// The rule that decides who owns a path, relative to the root: the last one that matches it.
    func rule(for path: String) -> Rule? {
        rules.last { Self.matches($0.pattern, path) }
    }

    /// As in `.gitignore`: a slash at the start or within ties a pattern to the root, else any folder may come before; a
    /// folder stands for all below it.
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
