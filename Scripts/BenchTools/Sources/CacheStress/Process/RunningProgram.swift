import Foundation

/// A program that runs in another process, and its output.
final class RunningProgram {
    private let process = Process()
    private let output = Pipe()

    /// Runs this program again, to perform the work with this name on a folder.
    convenience init(child work: String, _ folder: URL, seed: UInt64) throws {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try self.init(path, [Child.argument, work, folder.path, "\(seed)"])
    }

    init(_ path: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Waits for the first output and returns it.
    func first() -> Data { output.fileHandleForReading.availableData }

    func sendKill() { kill(process.processIdentifier, SIGKILL) }

    /// Waits for the program to exit and returns the remaining output and the exit status, or −1 after a signal.
    func end() -> (output: Data, status: Int32) {
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (rest, process.terminationReason == .exit ? process.terminationStatus : -1)
    }

    /// Runs a program to its end and returns whether it succeeded.
    static func run(_ path: String, _ arguments: String...) -> Bool {
        (try? RunningProgram(path, arguments).end().status) == 0
    }
}
