import Dispatch
import Foundation
import SeekBasics
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if os(macOS) || os(Linux)
/// Runs the built program `seek` as a child process.
struct Program {
    /// The exit status, or 128 plus the number of the signal that ended the program, standard output and standard error.
    struct Outcome {
        var status: Int32
        var output: String
        var messages: String
    }

    var environment: [String: String]
    /// A command to which the program's path and arguments are appended; empty to start the program directly.
    private var launcher: [String] = []

    init(environment: [String: String]) { self.environment = environment }

    /// Returns a copy that starts the program with a launcher, such as a shell.
    func launched(by launcher: String...) -> Program {
        var program = self
        program.launcher = launcher
        return program
    }

    /// The program's location: next to the tests' executable, or next to the bundle that contains it.
    private static let url: URL = {
        #if canImport(Darwin)
        // `Bundle.allBundles` does not list bundles that were loaded with `dlopen`, as SwiftPM loads tests.
        var image = Dl_info()
        let path = dladdr(#dsohandle, &image) == 0 ? CommandLine.arguments[0] : String(cString: image.dli_fname)
        #else
        let path = CommandLine.arguments[0]
        #endif
        return folder(ofTests: path).appending(path: "seek")
    }()

    /// Returns the folder in which the programs are built, given the path of the tests' executable.
    static func folder(ofTests path: String) -> URL {
        let folder = URL(filePath: path).deletingLastPathComponent()
        guard folder.path.hasSuffix(".xctest/Contents/MacOS") else { return folder }
        return folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Runs the program and waits for its exit.
    func run(
        _ arguments: String...,
        input: FileHandle? = nil,
        output: FileHandle? = nil,
        messages: FileHandle? = nil,
        whileRunning: (_ processID: Int32) async -> Void = { _ in }
    ) async throws -> Outcome {
        try await run(arguments, input: input, output: output, messages: messages, whileRunning: whileRunning)
    }

    /// Runs the program and waits for its exit.
    ///
    /// - Parameters:
    ///   - input: The standard input of the program; `nil` for none.
    ///   - output: The file for standard output; `nil` returns the text in the outcome.
    ///   - messages: The file for standard error; `nil` returns the text in the outcome.
    ///   - whileRunning: Runs after the program has started, before its exit is awaited.
    func run(
        _ arguments: [String],
        input: FileHandle? = nil,
        output: FileHandle? = nil,
        messages: FileHandle? = nil,
        whileRunning: (_ processID: Int32) async -> Void = { _ in }
    ) async throws -> Outcome {
        // Includes the child process in coverage measurements.
        let coverage = ProcessInfo.processInfo.environment.filter { $0.key == "LLVM_PROFILE_FILE" }
        // Not a file, because the program shows less progress while it writes to a pipe.
        let pipe = Pipe()
        let process = try ChildProcess(
            launcher + [Self.url.path] + arguments,
            environment: environment.merging(coverage) { current, _ in current },
            input: input.map { .descriptor($0.fileDescriptor) } ?? .null,
            output: .descriptor((output ?? pipe.fileHandleForWriting).fileDescriptor),
            errors: messages.map { .descriptor($0.fileDescriptor) } ?? .captured
        )
        try pipe.fileHandleForWriting.close()
        async let outputText = Self.text(of: pipe.fileHandleForReading)
        await whileRunning(process.id)
        let status = await process.exitStatus()
        return Outcome(
            status: status,
            output: await outputText,
            messages: String(decoding: process.errors, as: UTF8.self)
        )
    }

    /// Returns the text of a pipe up to its end.
    private static func text(of handle: FileHandle) async -> String {
        var bytes = Data()
        while case let chunk = await nextChunk(of: handle), !chunk.isEmpty { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif

/// Waits for data and returns it; empty at the end of the file. Used in place of `FileHandle.availableData`, which
/// traps if a signal interrupts the wait.
func nextChunk(of handle: FileHandle) async -> Data {
    let descriptor = handle.fileDescriptor
    return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var count = read(descriptor, &buffer, buffer.count)
            while count < 0, errno == EINTR { count = read(descriptor, &buffer, buffer.count) }
            continuation.resume(returning: Data(buffer[..<max(0, count)]))
        }
    }
}

#if os(Linux)
/// A pseudo-terminal. Its file descriptors are not inherited by other child processes, whose exit the reader would
/// otherwise wait for.
struct PseudoTerminal {
    /// The program's end of the pseudo-terminal.
    let programEnd: FileHandle
    private let testEnd: Int32
    /// Finishes when no process has the program's end open.
    private let completion: AsyncStream<Void>
    private let output: Output

    /// The output of the program so far.
    private final class Output: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        func append(_ chunk: some Sequence<UInt8>) { bytes.withLock { $0 += chunk } }

        var text: String {
            String(decoding: bytes.withLock { $0 }, as: UTF8.self).replacing("\r\n", with: "\n")
        }
    }

    init?(columns: UInt16) {
        let testEnd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0
        var number: Int32 = 0
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, whose macros Swift cannot import.
        guard testEnd >= 0, ioctl(testEnd, 0x4004_5431, &unlocked) == 0,
            ioctl(testEnd, 0x8004_5430, &number) == 0,
            ioctl(testEnd, UInt(TIOCSWINSZ), &size) == 0
        else { return nil }
        let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        programEnd = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.testEnd = testEnd
        let (completion, continuation) = AsyncStream<Void>.makeStream()
        let output = Output()
        (self.completion, self.output) = (completion, output)
        // The buffer of a terminal is small; a program that writes more waits for the reader.
        DispatchQueue(label: "terminal").async {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(testEnd, &buffer, buffer.count)
                guard count > 0 else { break }
                output.append(buffer[..<count])
            }
            close(testEnd)
            continuation.finish()
        }
    }

    /// Enters text, as from a keyboard.
    func type(_ text: String) {
        _ = text.utf8.withContiguousStorageIfAvailable { write(testEnd, $0.baseAddress, $0.count) }
    }

    /// Whether the terminal shows entered text.
    var echoes: Bool {
        var attributes = termios()
        return tcgetattr(programEnd.fileDescriptor, &attributes) == 0 && attributes.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until the program has closed the terminal, and returns its output.
    func text() async throws -> String {
        try programEnd.close()
        for await _ in completion {}
        return output.text
    }

    /// The output of the program so far.
    var shownText: String { output.text }
}
#endif

/// Limits how many test cases run programs or servers concurrently.
///
/// A case opens dozens of files, and `select`, which Foundation uses, supports only descriptors below 1,024.
struct ProgramLimit: SuiteTrait, TestTrait, TestScoping {
    private static let limit = 12
    private static let state = Mutex((running: 0, waiters: [CheckedContinuation<Void, Never>]()))

    let isRecursive = true

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await withCheckedContinuation { continuation in
            let isFree = Self.state.withLock { state in
                guard state.running == Self.limit else {
                    state.running += 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { Self.release() }
        try await function()
    }

    /// Passes the slot to the first waiter, if there is one.
    private static func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiters.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}

extension Trait where Self == ProgramLimit {
    /// Limits how many test cases run programs or servers concurrently.
    static var concurrentProgramLimit: Self { Self() }
}
