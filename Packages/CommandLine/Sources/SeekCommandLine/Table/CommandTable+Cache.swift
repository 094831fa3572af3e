extension CommandTable {
    /// `seek cache`
    static let cacheCommands: [CommandSpec] = [
        CommandSpec(
            action: .cacheStats,
            path: ["cache", "stats"],
            summary: "Show what the cache on disk holds",
            options: [.plainJSON],
            examples: ["cache stats"]
        ),
        CommandSpec(
            action: .cacheClean,
            path: ["cache", "clean"],
            summary: "Remove expired answers from the cache on disk",
            options: [
                OptionSpec(name: .all, meaning: "remove everything, the offline index and corrupt files included"),
                OptionSpec(
                    name: .maxSize,
                    value: .required("SIZE"),
                    meaning:
                        "also remove the least recently used until SIZE is left: bytes, or with a unit as in 500kB, 10MB, 1GB"
                ),
                .plainJSON,
            ],
            examples: ["cache clean", "cache clean --max-size 10MB", "cache clean --all"]
        ),
    ]
}
