import Foundation

/// The Swift toolchain on `PATH`.
enum Toolchain {
    /// The path of `swift` with symbolic links resolved, or nil.
    static let swift: String? = find("swift").map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }

    /// Returns the path of a program on `PATH`, or nil.
    static func find(_ program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first(where: Files.isExecutable)
    }

    /// An identifier that changes with the toolchain.
    static let fingerprint: String = {
        guard let swift else { return "none" }
        return "\(swift) \(Files.modificationDate(swift)?.timeIntervalSince1970 ?? 0)"
    }()

    /// Returns the command that runs a tool of the toolchain, such as `llvm-cov` or `docc`. The tool beside `swift` is
    /// preferred, because another version may be unable to read the files of this compiler.
    static func tool(_ name: String) -> [String] {
        if let swift {
            let beside = Files.parent(of: swift) + "/" + name
            if Files.isExecutable(beside) { return [beside] }
        }
        #if canImport(Darwin)
        return ["xcrun", name]
        #else
        return [name]
        #endif
    }
}
