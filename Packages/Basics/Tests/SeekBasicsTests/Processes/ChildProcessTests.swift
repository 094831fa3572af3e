#if os(macOS) || os(Linux)
import SeekBasics
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Programs")
struct ChildProcessTests {
    @Test(
        "return their exit status, or 128 plus the number of the signal that ended them",
        arguments: [("exit 0", 0), ("exit 3", 3), ("kill -TERM $$", 128 + SIGTERM)]
    )
    func status(command: String, status: Int32) {
        #expect(ChildProcess.run("/bin/sh", ["-c", command], environment: [:]) == status)
    }

    /// Returns the exit status and the output of a program.
    private func run(_ program: String, _ arguments: [String] = [], environment: [String: String]) -> (
        status: Int32?, output: String
    ) {
        var output = ""
        let status = ChildProcess.run(program, arguments, environment: environment, connecting: STDOUT_FILENO) {
            var buffer = [UInt8](repeating: 0, count: 100)
            while true {
                let count = read($0, &buffer, buffer.count)
                guard count > 0 else { return }
                output += String(decoding: buffer[..<count], as: UTF8.self)
            }
        }
        return (status, output)
    }

    @Test("receive exactly the given environment")
    func environment() {
        let result = run("/usr/bin/env", environment: ["A": "東"])
        #expect(result.status == 0)
        #expect(result.output == "A=東\n")
    }

    @Test("receive the arguments unchanged")
    func arguments() {
        let result = run("/bin/sh", ["-c", "printf '<%s>' \"$@\"", "sh", "a b", "", "東"], environment: [:])
        #expect(result.status == 0)
        #expect(result.output == "<a b><><東>")
    }

    @Test("are ended by a signal that is blocked on the thread that started them")
    func signals() {
        var signals = sigset_t()
        var previous = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        #expect(ChildProcess.run("/bin/sh", ["-c", "kill -TERM $$; exit 0"], environment: [:]) == 128 + SIGTERM)
    }

    @Test("that do not exist have no exit status; spawning them throws the system's error")
    func missing() {
        #expect(ChildProcess.run("/no/such/program", [], environment: [:]) == nil)
        let error = #expect(throws: ChildProcess.StartError.self) {
            try ChildProcess.spawn("/no/such/program", [], environment: [:]) { _ in }
        }
        #expect(error?.code == ENOENT)
        #expect(error?.description == "No such file or directory")
    }

    @Test(
        "are located in PATH unless their name is a path, and must be executable files",
        arguments: [
            ("sh", "/nonexistent:/bin", "/bin/sh"), ("sh", "/nonexistent", nil), ("sh", nil, nil),
            ("/bin/sh", nil, "/bin/sh"), ("/bin/none", "/bin", nil), ("/etc/passwd", nil, nil), ("/usr/bin", nil, nil),
            ("bin", "/usr:/bin", nil),
        ]
    )
    func path(program: String, path: String?, expected: String?) {
        #expect(ChildProcess.path(of: program, environment: path.map { ["PATH": $0] } ?? [:]) == expected)
    }
}
#endif
