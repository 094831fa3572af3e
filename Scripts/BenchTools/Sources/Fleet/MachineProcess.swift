#if os(Linux)
import BenchKit
import Foundation
import SeekBasics

/// A machine of a fleet as a child process: `--fleet-machine SETTINGS`. It reads work and writes reports, one JSON
/// object per line. It exits when its input ends, which also happens when the process that started it exits.
package final class MachineProcess: Sendable {
    private let process: ChildProcess
    private let input = Pipe()
    private let output = Pipe()
    private let buffer = Mutex(Data())

    /// The argument that makes a program a machine.
    package static let argument = "--fleet-machine"

    package init(_ settings: MachineSettings) throws {
        // Writing to a machine that was killed must fail with an error instead of ending this process.
        signal(SIGPIPE, SIG_IGN)
        let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        process = try ChildProcess(
            ["/proc/self/exe", Self.argument, text],
            input: .descriptor(input.fileHandleForReading.fileDescriptor),
            output: .descriptor(output.fileHandleForWriting.fileDescriptor),
            errors: .inherited
        )
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
    }

    /// Runs as a machine until the standard input ends, and returns the exit status.
    package static func run(_ arguments: [String]) async -> Int32 {
        guard arguments.count == 2, arguments[0] == argument,
            let settings = try? JSONDecoder().decode(MachineSettings.self, from: Data(arguments[1].utf8))
        else { return 2 }
        let lines = AsyncStream<String> { continuation in
            // Blocking reads, so not on a thread of the cooperative pool.
            Thread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }.start()
        }
        do {
            let machine = Machine(settings)
            for await line in lines {
                let work = try JSONDecoder().decode(MachineWork.self, from: Data(line.utf8))
                let report = try JSONEncoder().encode(try await machine.perform(work))
                StandardStreams.output(String(decoding: report, as: UTF8.self))
            }
            return 0
        } catch {
            StandardStreams.problem("machine: \(error)")
            return 1
        }
    }

    /// Performs work and returns the report, or nil if the machine exits before the work is finished, as when it is
    /// killed.
    package func perform(_ work: MachineWork) async throws -> MachineReport? {
        do {
            let line = try JSONEncoder().encode(work) + Data("\n".utf8)
            try input.fileHandleForWriting.write(contentsOf: line)
        } catch {
            return nil
        }
        let line = await withCheckedContinuation { continuation in
            Thread { [self] in continuation.resume(returning: nextLine()) }.start()
        }
        return try line.map { try JSONDecoder().decode(MachineReport.self, from: $0) }
    }

    private func nextLine() -> Data? {
        buffer.withLock { buffer in
            while true {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { buffer = Data(buffer[buffer.index(after: end)...]) }
                    return Data(buffer[..<end])
                }
                let bytes = output.fileHandleForReading.availableData
                guard !bytes.isEmpty else { return nil }
                buffer += bytes
            }
        }
    }

    package func sendKill() { process.signal(SIGKILL) }

    /// Ends the machine's input and waits until it has exited.
    package func end() {
        try? input.fileHandleForWriting.close()
        process.wait()
    }
}
#endif
