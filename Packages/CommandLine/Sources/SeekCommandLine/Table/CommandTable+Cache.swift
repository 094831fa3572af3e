extension CommandTable {
    static let cacheCommands: [CommandSpec] = [
        CommandSpec(
            action: .cacheStats,
            summary: "Show statistics of the cache on disk",
            options: [.plainJSON],
            details: [
                "With SEEK_REDIS_URL, also shows the figures of the whole Redis server, including the keys of other "
                    + "prefixes and programs."
            ],
            examples: ["cache stats"]
        ),
        CommandSpec(
            action: .cacheClean,
            summary: "Remove expired responses from the cache on disk",
            options: [
                OptionSpec(
                    name: .all,
                    meaning: "Remove everything on this machine, including the offline index and corrupt files"
                ),
                OptionSpec(name: .shared, meaning: "Also remove the responses in Redis, for all machines"),
                OptionSpec(
                    name: .maxSize,
                    value: .required("SIZE"),
                    meaning: "Also remove the least recently used entries until SIZE remains: 500kB, 10MB, 1GB"
                ),
                .plainJSON,
            ],
            details: [
                "After --shared, programs that are running on other machines drop their copies at once; other copies "
                    + "on disk are used until they expire; searches expire after at most 15 minutes."
            ],
            examples: ["cache clean", "cache clean --max-size 10MB", "cache clean --all", "cache clean --all --shared"]
        ),
    ]
}
