import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `seek api PATH`: one request through the whole stack, or the pages it leads to.
struct APICommand {
    /// A server whose pages lead on and on ends here.
    private static let pageLimit = 1_000

    private let options: APIOptions
    private let session: Session
    private let console: Console

    init(_ invocation: Invocation, _ console: Console) throws(UsageError) {
        options = try APIOptions(invocation, baseURL: try console.configuration().gitHubBaseURL)
        session = try console.session(of: invocation)
        self.console = console
    }

    /// Sends the request and writes what came.
    func run() async -> CommandStatus {
        await session.end(with: await run(session.seek))
    }

    private func run(_ seek: SeekClient) async -> CommandStatus {
        var output = BodyWriter(includesHead: options.includesHead, isTerminal: console.world.terminal != nil)
        var request = options.request
        var status = CommandStatus.success
        var visited: Set<URL> = []
        while true {
            visited.insert(request.url)
            do throws(NetworkError) {
                let response = try await seek.send(request, timeToLive: options.timeToLive)
                report(response, page: visited.count)
                output.add(response)
                status = Self.status(of: response)
                guard status == .success, options.paginates, let next = next(response, after: request.url),
                    visited.count < Self.pageLimit, !visited.contains(next)
                else { break }
                request.url = next
            } catch {
                if case .cancelled = error { status = .usage } else { status = .failure }
                console.say(status == .usage ? "cancelled" : error.description)
                break
            }
        }
        let written = console.write(bytes: output.bytes)
        return status == .success ? written : status
    }

    /// The page that follows, of the same origin.
    private func next(_ response: HTTPResponse, after url: URL) -> URL? {
        response.nextLink.flatMap { Origin($0) == Origin(url) ? $0 : nil }
    }

    private func report(_ response: HTTPResponse, page: Int) {
        let provenance = response.provenance
        if options.isVerbose { console.say("page \(page): status \(response.status) from \(provenance)") }
        console.warn(of: provenance, "this one is")
        guard response.status.code >= 400 else { return }
        console.say("status \(response.status) (\(options.request.method) \(Redaction.redacted(options.request.url)))")
    }

    private static func status(of response: HTTPResponse) -> CommandStatus {
        switch response.status.code {
        case 401: .unauthorized
        case 400...: .failure
        default: .success
        }
    }
}

/// Puts together what is written of the answers: bodies as they are, lists of several pages as one list.
struct BodyWriter {
    private let includesHead: Bool
    private let isTerminal: Bool
    private var parts: [(head: String, body: [UInt8])] = []

    init(includesHead: Bool, isTerminal: Bool) {
        self.includesHead = includesHead
        self.isTerminal = isTerminal
    }

    mutating func add(_ response: HTTPResponse) {
        let fields = response.headerFields.map { "\($0.name): \(SafeText.line($0.value))\n" }
        let head = "HTTP \(SafeText.line(response.status.description))\n\(fields.joined())\n"
        parts.append((includesHead ? head : "", Array(response.body)))
    }

    var bytes: [UInt8] {
        let merged = mergedLists.map { [(head: "", body: $0)] } ?? parts
        var bytes: [UInt8] = []
        for (head, body) in merged {
            bytes += head.utf8
            bytes += isTerminal ? Array(SafeText.json(String(decoding: body, as: UTF8.self)).utf8) : body
            // So that the next page, or the prompt, begins a line.
            if isTerminal || merged.count > 1, let last = body.last, last != UInt8(ascii: "\n") {
                bytes.append(UInt8(ascii: "\n"))
            }
        }
        return bytes
    }

    /// The lists of several pages as one; nil where they are not all lists, or heads stand between them.
    private var mergedLists: [UInt8]? {
        guard parts.count > 1, !includesHead else { return nil }
        var inner: [ArraySlice<UInt8>] = []
        for part in parts {
            let body = part.body.trimmedOfWhitespace
            guard body.count >= 2, body.first == UInt8(ascii: "["), body.last == UInt8(ascii: "]") else { return nil }
            let items = Array(body.dropFirst().dropLast()).trimmedOfWhitespace
            if !items.isEmpty { inner.append(items) }
        }
        return [UInt8(ascii: "[")] + inner.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}

extension [UInt8] {
    /// Without the white space of JSON at both ends.
    fileprivate var trimmedOfWhitespace: ArraySlice<UInt8> {
        func isWhitespace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        var rest = self[...]
        while let first = rest.first, isWhitespace(first) { rest.removeFirst() }
        while let last = rest.last, isWhitespace(last) { rest.removeLast() }
        return rest
    }
}
