import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if os(macOS) || os(Linux)
/// The built program, run as a process of its own.
struct Program {
    /// What a run gave.
    struct Outcome {
        var status: Int32
        var output: String
        var messages: String
    }

    var environment: [String: String]
    /// What starts the program in place of this process, which is given its path and its arguments; nobody where it is empty.
    private var starter: [String] = []

    init(environment: [String: String]) { self.environment = environment }

    /// The same, started by another program with these arguments.
    func behind(_ starter: String...) -> Program {
        var program = self
        program.starter = starter
        return program
    }

    /// The program lies beside the test bundle.
    private static let url: URL = {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent().appending(path: "seek")
        #else
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "seek")
        #endif
    }()

    /// Runs it to its end, its arguments written one by one.
    func run(
        _ arguments: String...,
        input: FileHandle = .nullDevice,
        output: FileHandle? = nil,
        messages: FileHandle? = nil,
        whileRunning: (_ processID: Int32) async -> Void = { _ in }
    ) async throws -> Outcome {
        try await run(arguments, input: input, output: output, messages: messages, whileRunning: whileRunning)
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - input: where its input comes from.
    ///   - output: where its output goes; a pipe that is read where it is nil.
    ///   - messages: where its messages go; a pipe that is read where it is nil.
    ///   - whileRunning: what happens meanwhile.
    func run(
        _ arguments: [String],
        input: FileHandle = .nullDevice,
        output: FileHandle? = nil,
        messages: FileHandle? = nil,
        whileRunning: (_ processID: Int32) async -> Void = { _ in }
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = starter.first.map { URL(filePath: $0) } ?? Self.url
        process.arguments = starter.isEmpty ? arguments : starter.dropFirst() + [Self.url.path] + arguments
        // Where coverage is measured, this process's counts too.
        let coverage = ProcessInfo.processInfo.environment.filter { $0.key == "LLVM_PROFILE_FILE" }
        process.environment = environment.merging(coverage) { own, _ in own }
        let outputPipe = Pipe()
        let messagePipe = Pipe()
        process.standardOutput = output ?? outputPipe
        process.standardError = messages ?? messagePipe
        process.standardInput = input
        let (ends, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        try outputPipe.fileHandleForWriting.close()
        await whileRunning(process.processIdentifier)
        // What these programs write fits a pipe's buffer: it can be read once they have ended.
        for await _ in ends {}
        if process.isRunning {
            // The test was cancelled: its time is up.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        return Outcome(
            status: process.terminationStatus,
            output: output == nil
                ? String(decoding: try outputPipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self) : "",
            messages: messages == nil
                ? String(decoding: try messagePipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self) : ""
        )
    }
}
#endif

#if os(Linux)
/// A terminal that a test holds the other end of. No program but the one it is given to inherits it: another that lived on would
/// keep its end open, and the reader waiting.
struct PseudoTerminal {
    /// The end a program writes to.
    let program: FileHandle
    private let test: Int32
    private let pieces: AsyncStream<[UInt8]>

    init?(columns: UInt16) {
        let test = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0
        var number: Int32 = 0
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, whose macros Swift does not see.
        guard test >= 0, ioctl(test, 0x4004_5431, &unlocked) == 0, ioctl(test, 0x8004_5430, &number) == 0,
            ioctl(test, UInt(TIOCSWINSZ), &size) == 0
        else { return nil }
        let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        program = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.test = test
        let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
        self.pieces = pieces
        // A terminal holds a few thousand bytes; a program that writes more waits until they are read.
        DispatchQueue(label: "terminal").async {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(test, &buffer, buffer.count)
                guard count > 0 else { break }
                continuation.yield(Array(buffer[..<count]))
            }
            close(test)
            continuation.finish()
        }
    }

    /// Types a text, as a person at the terminal would.
    func type(_ text: String) {
        _ = text.utf8.withContiguousStorageIfAvailable { write(test, $0.baseAddress, $0.count) }
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var attributes = termios()
        return tcgetattr(program.fileDescriptor, &attributes) == 0 && attributes.c_lflag & tcflag_t(ECHO) != 0
    }

    /// What the program wrote, once it has ended.
    func text() async throws -> String {
        try program.close()
        var bytes: [UInt8] = []
        for await piece in pieces { bytes += piece }
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
#endif
