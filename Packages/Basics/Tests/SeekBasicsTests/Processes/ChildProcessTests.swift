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

    @Test("return captured output and errors, also more than fits a pipe, and their status as often as it is requested")
    func captured() throws {
        let program = try ChildProcess(["sh", "-c", "printf %100000d 1; echo why >&2; exit 3"])
        #expect(program.wait() == 3)
        #expect(program.wait() == 3)
        #expect(program.output.count == 100_000)
        #expect(String(decoding: program.errors, as: UTF8.self) == "why\n")
        #expect(!program.isRunning)
        #expect(try #require(program.peakMemory) > 0)
        #expect(try #require(program.processorTime) > .zero)
    }

    @Test("read a file and append both streams to another")
    func files() throws {
        let folder = "/tmp/child-\(UInt64.random(in: 0 ... .max))"
        defer { ChildProcess.run("/bin/rm", ["-rf", folder], environment: [:]) }
        #expect(mkdir(folder, 0o700) == 0)
        let log = ChildProcess.Stream.file("\(folder)/log")
        for text in ["a", "b"] {
            let command = ["sh", "-c", "echo \(text); echo \(text)\(text) >&2"]
            #expect(try ChildProcess(command, output: log, errors: .output).wait() == 0)
        }
        let copy = try ChildProcess(["cat"], input: log)
        copy.wait()
        #expect(String(decoding: copy.output, as: UTF8.self) == "a\naa\nb\nbb\n")
    }

    @Test("are ended by signals, by the cancellation of the task that waits, and with their last reference")
    func ends() async throws {
        let signalled = try ChildProcess(["sleep", "600"])
        #expect(signalled.isRunning)
        signalled.signal(SIGTERM)
        #expect(await signalled.exitStatus() == 128 + SIGTERM)
        let awaited = try ChildProcess(["sleep", "600"])
        let task = Task { await awaited.exitStatus() }
        task.cancel()
        #expect(await task.value == 128 + SIGKILL)
        var released: ChildProcess? = try ChildProcess(["sleep", "600"])
        let id = try #require(released?.id)
        released = nil
        #expect(kill(id, 0) == -1)
    }

    #if os(Linux)
    @Test("inherit no descriptor except their standard streams")
    func descriptors() throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        let program = try ChildProcess(["sh", "-c", "[ ! -e /proc/self/fd/\(descriptor) ]"])
        #expect(program.wait() == 0)
    }
    #endif

    @Test("that are not installed cannot be started")
    func notInstalled() {
        let error = #expect(throws: ChildProcess.StartError.self) { try ChildProcess(["no-such-program"]) }
        #expect(error?.code == ENOENT)
    }
}
#endif
