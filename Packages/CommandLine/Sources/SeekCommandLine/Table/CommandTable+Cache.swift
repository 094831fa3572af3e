extension CommandTable {
    /// `seek cache`
    static let cacheCommands: [CommandSpec] = [
        CommandSpec(
            action: .cacheStats,
            path: ["cache", "stats"],
            summary: "Show the contents of the cache on disk",
            options: [.plainJSON],
            examples: ["cache stats"]
        ),
        CommandSpec(
            action: .cacheClean,
            path: ["cache", "clean"],
            summary: "Remove expired responses from the cache on disk",
            options: [
                OptionSpec(name: .all, meaning: "Remove everything, including the offline index and corrupt files"),
                OptionSpec(
                    name: .maxSize,
                    value: .required("SIZE"),
                    meaning: "Also remove the least recently used entries down to SIZE: bytes, or 500kB, 10MB, 1GB"
                ),
                .plainJSON,
            ],
            examples: ["cache clean", "cache clean --max-size 10MB", "cache clean --all"]
        ),
    ]
}
