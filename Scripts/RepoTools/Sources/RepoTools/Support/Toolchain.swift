import Foundation

/// The Swift toolchain on `PATH`.
enum Toolchain {
    /// The real path of `swift`, nil when there is none.
    static let swift: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidate = folders.map { $0 + "/swift" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        return candidate.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    }()

    /// Changes whenever another toolchain answers to `swift`.
    static let fingerprint: String = {
        guard let swift else { return "none" }
        let date = (try? FileManager.default.attributesOfItem(atPath: swift))?[.modificationDate] as? Date
        return "\(swift) \(date?.timeIntervalSince1970 ?? 0)"
    }()

    /// How to run one of the toolchain's LLVM tools (`llvm-cov`, `llvm-profdata`): the one beside `swift`, because
    /// another version does not read this compiler's profiles.
    static func tool(_ name: String) -> [String] {
        if let swift {
            let beside = Files.parent(of: swift) + "/" + name
            if FileManager.default.isExecutableFile(atPath: beside) { return [beside] }
        }
        #if canImport(Darwin)
        return ["xcrun", name]
        #else
        return [name]
        #endif
    }
}
