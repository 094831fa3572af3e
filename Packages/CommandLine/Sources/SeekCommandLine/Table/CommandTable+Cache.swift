extension CommandTable {
    /// `seek cache`
    static let cacheCommands: [CommandSpec] = [
        CommandSpec(
            action: .cacheStats,
            path: ["cache", "stats"],
            summary: "Show the contents of the cache on disk",
            options: [.plainJSON],
            details: [
                "With SEEK_REDIS_URL, also shows the figures of the whole Redis server, including the keys of other "
                    + "prefixes and programs."
            ],
            examples: ["cache stats"]
        ),
        CommandSpec(
            action: .cacheClean,
            path: ["cache", "clean"],
            summary: "Remove expired responses from the cache on disk",
            options: [
                OptionSpec(
                    name: .all,
                    meaning: "Remove everything on this machine, including the offline index and corrupt files"
                ),
                OptionSpec(name: .shared, meaning: "Also remove the responses of all machines from Redis"),
                OptionSpec(
                    name: .maxSize,
                    value: .required("SIZE"),
                    meaning: "Also remove the least recently used entries down to SIZE: bytes, or 500kB, 10MB, 1GB"
                ),
                .plainJSON,
            ],
            details: [
                "After --shared, other machines use the copies on their disks until these expire, for at most 15 "
                    + "minutes; running programs drop theirs at once."
            ],
            examples: ["cache clean", "cache clean --max-size 10MB", "cache clean --all", "cache clean --all --shared"]
        ),
    ]
}
