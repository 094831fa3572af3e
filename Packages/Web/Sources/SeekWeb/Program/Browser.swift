import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Opens pages in the user's browser.
struct Browser: Sendable {
    /// The commands to try, in order: those in `BROWSER`, otherwise that of the system.
    private let commands: [String]
    private let path: String
    private let environment: [String: String]

    /// The variables with secrets, which the browser does not receive.
    private static let secrets = ["YOUTUBE_API_KEY", "GH_TOKEN", "GITHUB_TOKEN", "SEEK_REDIS_URL"]

    /// Creates a browser.
    ///
    /// - Parameter environment: The environment variables, with `BROWSER` and `PATH`.
    init(environment: [String: String]) {
        let chosen = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
        #if os(macOS)
        commands = chosen + ["open"]
        #else
        commands = chosen + ["xdg-open"]
        #endif
        path = environment["PATH"] ?? ""
        self.environment = environment.filter { !Self.secrets.contains($0.key) }
    }

    /// Starts the first browser that is installed, and returns whether there is one. Its end is not waited for.
    func open(_ url: String) -> Bool {
        commands.lazy.compactMap { command in
            let words = command.split(separator: " ").map(String.init)
            return words.first.flatMap(executable).map { [$0] + words.dropFirst() }
        }
        .contains { start($0 + [url]) }
    }

    private func executable(_ program: String) -> String? {
        let candidates = program.contains("/") ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
        return candidates.first { access($0, X_OK) == 0 }
    }

    private func start(_ command: [String]) -> Bool {
        #if os(macOS) || os(Linux)
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t? = nil
        #else
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process blocks signals that must end the browser.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var pid = pid_t()
        guard posix_spawn(&pid, command[0], nil, &attributes, arguments, variables) == 0 else { return false }
        let child = pid
        SystemThread { while waitpid(child, nil, 0) < 0, errno == EINTR {} }?.detach()
        return true
        #else
        return false
        #endif
    }
}
