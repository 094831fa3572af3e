#if os(Linux)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekBasics
import SeekNetworking

/// What lies between the loop, which fills it, and the reader of a stream, who empties it.
///
/// The loop never waits: where the buffer is full it pauses the transfer, and the reader who empties it has it go on.
final class StreamBuffer: Sendable {
    /// From this size on, in bytes, the transfer is paused. One delivery of libcurl's may go beyond it, by 16 KiB at most.
    static let limit = 256 * 1024

    /// Status and header fields.
    struct Head: Sendable {
        let status: HTTPResponse.Status
        let fields: HTTPFields
    }

    typealias HeadContinuation = CheckedContinuation<Result<Head, NetworkError>, Never>
    private typealias Chunk = Result<Data?, NetworkError>
    private typealias Reader = CheckedContinuation<Chunk, Never>

    private struct State: Sendable {
        var head: HeadContinuation?
        var bytes = Data()
        /// Nil while the transfer runs; then its error, or none.
        var ending: Result<Void, NetworkError>?
        var isPaused = false
        var readers: [Reader] = []

        /// What a reader gets at once; nil where it must wait.
        mutating func take() -> Chunk? {
            if !bytes.isEmpty {
                defer { bytes = Data() }
                return .success(bytes)
            }
            guard let ending else { return nil }
            // An error is told once.
            self.ending = .success(())
            return ending.map { nil }
        }

        /// What those who wait get now, first come, first served.
        mutating func serve() -> [(reader: Reader, chunk: Chunk)] {
            var served: [(reader: Reader, chunk: Chunk)] = []
            while let reader = readers.first, let chunk = take() {
                served.append((reader, chunk))
                readers.removeFirst()
            }
            return served
        }
    }

    private let state: Mutex<State>

    init(head: HeadContinuation) {
        state = Mutex(State(head: head))
    }

    /// Whether the transfer has ended.
    var isFinished: Bool { state.withLock { $0.ending != nil } }

    // MARK: The loop's side

    /// Takes in status and header fields: the stream begins.
    func receive(_ head: Head) {
        let continuation = state.withLock { state in
            defer { state.head = nil }
            return state.head
        }
        continuation?.resume(returning: .success(head))
    }

    /// Takes in decoded bytes. False: it is full, nothing was taken, and the transfer must pause.
    func receive(_ received: UnsafeRawBufferPointer) -> Bool {
        let served: [(reader: Reader, chunk: Chunk)]? = state.withLock { state in
            guard state.bytes.count < Self.limit else {
                state.isPaused = true
                return nil
            }
            state.bytes.append(contentsOf: received)
            return state.serve()
        }
        guard let served else { return false }
        for (reader, chunk) in served { reader.resume(returning: chunk) }
        return true
    }

    /// Takes note of the transfer's end. What has arrived can still be read.
    func finish(_ outcome: Result<Void, NetworkError>) {
        let (head, served) = state.withLock { state in
            state.ending = outcome
            defer { state.head = nil }
            return (state.head, state.serve())
        }
        if let head, case .failure(let error) = outcome { head.resume(returning: .failure(error)) }
        for (reader, chunk) in served { reader.resume(returning: chunk) }
    }

    // MARK: The reader's side

    /// Waits for the next bytes: all there are.
    ///
    /// - Parameter resume: called where the transfer was paused and is to go on.
    func next(resume: () -> Void) async -> Result<Data?, NetworkError> {
        await withCheckedContinuation { continuation in
            let (chunk, wasPaused) = state.withLock { state in
                let chunk = state.take()
                if chunk == nil { state.readers.append(continuation) }
                defer { state.isPaused = false }
                return (chunk, state.isPaused)
            }
            if let chunk { continuation.resume(returning: chunk) }
            if wasPaused { resume() }
        }
    }
}
#endif
