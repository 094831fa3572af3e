#if os(Linux)
import CLibcurl

/// Decodes the content codings of a body as it arrives: gzip and deflate (RFC 9110 §8.4.1).
///
/// libcurl's own decoders are not used: they (7.88) reject a gzip body of several members, accept a truncated body, and
/// end the transfer at the name of a coding that they do not support.
final class ContentDecoder {
    /// The value of `Accept-Encoding`.
    static let acceptedCodings = "gzip, deflate"
    /// The maximum number of codings of one body. Servers use one; each needs 40 KB.
    private static let maximumCount = 4

    enum Failure: Error, Sendable, Hashable {
        /// The body is not valid. The string describes the problem.
        case corrupt(String)
        /// The receiver of the decoded bytes has returned false.
        case stopped
    }

    /// In the order of decoding: the coding that was applied last comes first.
    private let stages: [CodingStage]

    /// Creates a decoder. Returns nil if one of the codings is not supported.
    ///
    /// - Parameter codings: The codings in lower case, in the order in which they were applied.
    init?(_ codings: [String]) {
        stages = codings.reversed().compactMap(CodingStage.init)
        guard stages.count == codings.count, stages.count <= Self.maximumCount else { return nil }
    }

    /// Whether all codings have reached their ends, or nothing was received.
    var isComplete: Bool { stages.allSatisfy(\.isComplete) }

    /// Decodes bytes, and passes what they decode to to a closure, which returns false to stop.
    func decode(
        _ bytes: UnsafeRawBufferPointer,
        to receive: (UnsafeRawBufferPointer) -> Bool
    ) throws(Failure) {
        try decode(bytes, stages[...], receive)
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer,
        _ stages: ArraySlice<CodingStage>,
        _ receive: (UnsafeRawBufferPointer) -> Bool
    ) throws(Failure) {
        guard let stage = stages.first else {
            guard receive(bytes) else { throw .stopped }
            return
        }
        try stage.decode(bytes) { decoded throws(Failure) in try decode(decoded, stages.dropFirst(), receive) }
    }
}

/// Decodes one coding.
private final class CodingStage {
    private enum Coding: String {
        case gzip, deflate
    }

    private enum State {
        /// At the start of a body or, with gzip, of a further member (RFC 1952 §2.2): the first two bytes identify the
        /// format.
        case start
        case content
        /// After the end. Further bytes are ignored, as browsers do.
        case ended
    }

    private static let gzipStart: [UInt8] = [0x1F, 0x8B]

    private let coding: Coding
    private var state = State.start
    /// The bytes of ``gzipStart`` or the zlib header received so far.
    private var start: [UInt8] = []
    private var hasEndedMember = false
    private var inflater: OpaquePointer?
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 1024, alignment: 16)

    init?(_ name: String) {
        guard let coding = Coding(rawValue: name == "x-gzip" ? "gzip" : name) else { return nil }
        self.coding = coding
    }

    deinit {
        seek_inflater_destroy(inflater)
        output.deallocate()
    }

    var isComplete: Bool {
        switch state {
        case .start: hasEndedMember || start.isEmpty
        case .content: false
        case .ended: true
        }
    }

    func decode(
        _ bytes: UnsafeRawBufferPointer,
        to receive: (UnsafeRawBufferPointer) throws(ContentDecoder.Failure) -> Void
    ) throws(ContentDecoder.Failure) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            switch state {
            case .start:
                start.append(remaining.removeFirst())
                guard coding == .deflate || Self.gzipStart.starts(with: start) else {
                    guard hasEndedMember else { throw .corrupt("the body is not in gzip format") }
                    state = .ended
                    return
                }
                guard start.count == 2 else { continue }
                try beginContent()
                let bytes = start
                start = []
                try withUnsafeBytes(of: (bytes[0], bytes[1])) { bytes throws(ContentDecoder.Failure) in
                    _ = try inflate(bytes, receive)
                }
            case .content:
                remaining = remaining.dropFirst(try inflate(UnsafeRawBufferPointer(rebasing: remaining), receive))
            case .ended:
                return
            }
        }
    }

    private func beginContent() throws(ContentDecoder.Failure) {
        state = .content
        if let inflater {
            guard seek_inflater_reset(inflater) else { throw .corrupt("the decoder cannot be used again") }
            return
        }
        inflater = seek_inflater_create(format)
        guard inflater != nil else { throw .corrupt("zlib is not installed; on Debian and Ubuntu: zlib1g") }
    }

    /// zlib's number of the format. The coding deflate is zlib's format, but some servers send raw deflate.
    private var format: Int32 {
        guard coding == .deflate else { return 31 }
        let hasHeader = start[0] & 0x0F == 8 && (UInt16(start[0]) << 8 | UInt16(start[1])) % 31 == 0
        return hasHeader ? 15 : -15
    }

    /// Decodes up to the end of the member. Returns the number of bytes that were consumed.
    private func inflate(
        _ bytes: UnsafeRawBufferPointer,
        _ receive: (UnsafeRawBufferPointer) throws(ContentDecoder.Failure) -> Void
    ) throws(ContentDecoder.Failure) -> Int {
        var consumed = 0
        while true {
            var inputCount = bytes.count - consumed
            var outputCount = output.count
            let result = seek_inflater_decode(
                inflater,
                bytes.baseAddress.map { $0 + consumed },
                &inputCount,
                output.baseAddress,
                &outputCount
            )
            consumed += inputCount
            if outputCount > 0 { try receive(UnsafeRawBufferPointer(rebasing: output[..<outputCount])) }
            switch result {
            case SEEK_INFLATE_CONTINUES:
                // A full buffer may not contain all that can be decoded.
                if outputCount < output.count { return consumed }
            case SEEK_INFLATE_ENDED:
                hasEndedMember = true
                state = coding == .gzip ? .start : .ended
                return consumed
            default:
                throw .corrupt("the \(coding.rawValue) coding of the body is corrupt")
            }
        }
    }
}
#endif
