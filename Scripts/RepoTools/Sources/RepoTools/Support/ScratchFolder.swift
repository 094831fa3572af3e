import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder for what the programs started here take for temporary: the package manager leaves folders and locks there at each
/// build, tests leave what they leave.
///
/// It lies where such things do and has a short name, since the path of a socket may have about a hundred bytes.
struct ScratchFolder: Sendable {
    /// The full path.
    let path: String

    /// - Parameter place: where it is made; what a run that was ended by a signal left there is removed.
    init(in place: String = NSTemporaryDirectory()) throws(RepoError) {
        Self.removeAbandoned(in: place)
        let pattern = Files.normalized("\(place)/\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier).XXXXXX")
        var name = Array(pattern.utf8CString)
        guard mkdtemp(&name) != nil else { throw RepoError("cannot create a folder \(pattern): errno \(errno)") }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Other users may pass through it and see nothing: some tests act as another user in a folder of their own.
        chmod(path, 0o711)
    }

    func remove() { Files.remove(path) }

    private static let prefix = "repo-"

    /// Of a process that is gone, and a day old: that of another container may only seem gone.
    private static func removeAbandoned(in place: String) {
        for name in Files.names(in: place) where name.hasPrefix(prefix) {
            let parts = name.dropFirst(prefix.count).split(separator: ".")
            guard parts.count == 2, parts[1].count == 6, let process = pid_t(parts[0]), process > 0,
                kill(process, 0) == -1, errno == ESRCH,
                let date = Files.modificationDate("\(place)/\(name)"), date < Date(timeIntervalSinceNow: -86_400)
            else { continue }
            Files.remove("\(place)/\(name)")
        }
    }
}

extension Shell {
    /// Programs that take `scratch` for the place of temporary files.
    static func live(in scratch: ScratchFolder) -> Shell {
        let environment = ["TMPDIR": scratch.path]
        return Shell(
            log: { command, log throws(RepoError) in
                try Subprocess.run(command, environment: environment, appendingTo: log)
            },
            capture: { command throws(RepoError) in try Subprocess.run(command, environment: environment) }
        )
    }
}
