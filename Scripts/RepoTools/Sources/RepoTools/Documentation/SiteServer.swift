import Foundation
import SeekBasics

/// A program that serves a folder on this machine. It prints the URL as the last word of its first line.
struct SiteServer {
    /// Of the form `http://127.0.0.1:8080`.
    let url: String
    private let program: ChildProcess

    /// Starts the program, with the folder and `--port` as additional arguments, and waits until it has printed its
    /// URL, for at most a minute.
    init(_ command: [String], folder: String, port: Int = 0) throws(RepoError) {
        program = try ChildProcess.start(command + [folder, "--port", "\(port)"])
        let clock = ContinuousClock()
        let end = clock.now + .seconds(60)
        while true {
            let isRunning = program.isRunning
            let output = String(decoding: program.output, as: UTF8.self)
            if let end = output.firstIndex(where: \.isNewline),
                let word = output[..<end].split(separator: " ").last, word.hasPrefix("http://")
            {
                url = String(word)
                return
            }
            guard isRunning, clock.now < end else { break }
            usleep(20_000)
        }
        program.signal(SIGTERM)
        program.wait()
        let errors = String(decoding: program.errors, as: UTF8.self).trimmed
        throw RepoError(
            "\(Files.name(of: command[0])) did not start: \(errors.isEmpty ? "no URL was printed" : errors)"
        )
    }

    func stop() { program.signal(SIGTERM) }

    func wait() { program.wait() }
}
