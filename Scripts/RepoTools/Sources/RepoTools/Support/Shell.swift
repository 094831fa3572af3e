import Foundation
import SeekBasics

extension ChildProcess {
    struct Result: Equatable {
        /// The exit status, or 128 plus the number of the signal that terminated the program.
        var status: Int32
        var output: String
        var errors: String

        var succeeded: Bool { status == 0 }
    }

    /// Starts `command` with additional environment variables.
    static func start(
        _ command: [String],
        environment: [String: String] = [:],
        input: Stream = .null,
        output: Stream = .captured,
        errors: Stream = .captured
    ) throws(RepoError) -> ChildProcess {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        do {
            return try ChildProcess(command, environment: variables, input: input, output: output, errors: errors)
        } catch {
            throw RepoError("cannot run \(command[0]): \(error)")
        }
    }

    /// Runs `command`, looked up on `PATH`, and returns its status and output.
    static func run(_ command: [String], environment: [String: String] = [:]) throws(RepoError) -> Result {
        let program = try start(command, environment: environment)
        return Result(
            status: program.wait(),
            output: String(decoding: program.output, as: UTF8.self),
            errors: String(decoding: program.errors, as: UTF8.self)
        )
    }
}

/// How commands are run. Tests replace the closures.
struct Shell: Sendable {
    /// Runs a command, and appends its output and errors to a file.
    var log: @Sendable (_ command: [String], _ log: String) throws(RepoError) -> Exit
    /// Runs a command and returns its status and output.
    var capture: @Sendable (_ command: [String]) throws(RepoError) -> ChildProcess.Result

    struct Exit {
        /// As `ChildProcess.Result.status`.
        var status: Int32
        /// Whether the program was ended because nothing was appended to its log for too long.
        var wasSilent = false
        /// The processor time of the program and the processes that it has started.
        var processorTime = Duration.zero
    }

    static let live = live(environment: [:])

    /// Returns a shell whose programs have additional environment variables.
    ///
    /// - Parameter silenceLimit: A program that appends nothing to its log for as long is ended, because it hangs.
    static func live(environment: [String: String], silenceLimit: Duration = .seconds(900)) -> Shell {
        Shell(
            log: { command, log throws(RepoError) in
                try Files.makeFolder(Files.parent(of: log))
                let program = try ChildProcess.start(
                    command,
                    environment: environment,
                    output: .file(log),
                    errors: .output
                )
                let silence = SilenceCheck(program, log: log, limit: silenceLimit)
                let status = program.wait()
                return Exit(
                    status: silence.hasEnded ? max(1, status) : status,
                    wasSilent: silence.hasEnded,
                    processorTime: program.processorTime ?? .zero
                )
            },
            capture: { command throws(RepoError) in try ChildProcess.run(command, environment: environment) }
        )
    }
}

/// Ends a program whose log does not grow.
private final class SilenceCheck: Sendable {
    private let program: ChildProcess
    private let log: String
    private let limit: Duration
    private let state = Mutex((logSize: Int64(-1), growth: ContinuousClock.now, hasEnded: false))

    init(_ program: ChildProcess, log: String, limit: Duration) {
        self.program = program
        self.log = log
        self.limit = limit
        check()
    }

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    private func check() {
        guard program.isRunning else { return }
        let size = FileStatus(log, followsLinks: true)?.size ?? 0
        state.withLock { state in
            if size != state.logSize { (state.logSize, state.growth) = (size, .now) }
            guard state.growth.duration(to: .now) > limit else { return }
            // The second signal ends a program that does not react to the first.
            program.signal(state.hasEnded ? SIGKILL : SIGTERM)
            state.hasEnded = true
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(10)) { self.check() }
    }
}

/// The Swift toolchain on `PATH`.
enum Toolchain {
    /// The path of `swift` with symbolic links resolved, or nil.
    static let swift: String? = find("swift").map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }

    /// Returns the path of a program on `PATH`, or nil.
    static func find(_ program: String) -> String? {
        ChildProcess.path(of: program, environment: ProcessInfo.processInfo.environment)
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
