import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `seek api --batch`: requests in, a line each; answers out, a line each as it comes. Bare: the HTTP cache and the transport only.
struct BatchCommand {
    /// How many requests may be under way; the next line is read when one of them is done.
    private static let limit = 1_024
    /// What the answers kept in memory may cost together, and the largest body, in bytes.
    private static let memory = 256 * 1024 * 1024
    private static let maximumBodySize = 64 * 1024 * 1024

    private let invocation: Invocation
    private let console: Console

    init(_ invocation: Invocation, _ console: Console) {
        self.invocation = invocation
        self.console = console
    }

    /// Runs each line as it comes, until the input ends and all are done.
    func run() async throws(UsageError) -> CommandStatus {
        let configuration = try console.configuration(transport: DefaultTransport.makeBare())
        let environment = configuration.environment
        var disk: DiskStore?
        if invocation.has(.keep) {
            guard let folder = configuration.cacheFolder else {
                throw UsageError("--keep needs a cache folder: set SEEK_CACHE_DIR")
            }
            do {
                disk = try DiskStore(folder: folder, limits: configuration.cacheLimits, now: environment.now)
            } catch {
                console.say(error.description)
                return .failure
            }
        }
        let client = BareClient(
            transport: environment.transport,
            store: disk ?? MemoryStore(costLimit: Self.memory, now: environment.now),
            source: disk == nil ? .memory : .disk,
            now: environment.now,
            report: environment.onStoreFailure
        )
        let status = await run(client, timeout: environment.timeout)
        await disk?.close()
        return Task.isCancelled ? .usage : status
    }

    private func run(_ client: BareClient, timeout: Duration) async -> CommandStatus {
        let (answers, answered) = AsyncStream<String>.makeStream()
        let reading = Task {
            await read { answered.yield(await Self.answer($0, client, timeout)) }
            answered.finish()
        }
        let status = await withTaskCancellationHandler {
            await write(answers)
        } onCancel: {
            reading.cancel()
        }
        // Who no longer reads the answers wants no more of them.
        reading.cancel()
        await reading.value
        return status
    }

    /// Does something with each line as it comes, and returns when all is done.
    private func read(_ body: @escaping @Sendable ([UInt8]) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            var underWay = 0
            while let line = await console.context.input.nextLine() {
                guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
                if underWay == Self.limit {
                    await group.next()
                    underWay -= 1
                }
                group.addTask { await body(line) }
                underWay += 1
            }
        }
    }

    /// Writes the answers, each whole.
    private func write(_ answers: AsyncStream<String>) async -> CommandStatus {
        for await line in answers {
            do throws(OutputError) {
                try console.context.output.write(line)
            } catch {
                return console.report(error)
            }
        }
        return .success
    }

    /// The line that answers a line.
    private static func answer(_ line: [UInt8], _ client: BareClient, _ timeout: Duration) async -> String {
        do throws(BatchRequest.Malformed) {
            let request = try BatchRequest(line: line)
            return await answer(request, client, timeout).json(isPretty: false)
        } catch {
            return FieldValue.object(["id": error.id, "error": .text(error.reason)]).json(isPretty: false)
        }
    }

    private static func answer(_ batch: BatchRequest, _ client: BareClient, _ timeout: Duration) async -> FieldValue {
        let options = SeekNetworking.RequestOptions(
            deadline: .now + timeout,
            maximumBodySize: maximumBodySize,
            cacheMode: batch.cacheMode
        )
        do throws(NetworkError) {
            let response = try await client.send(
                batch.request,
                options: options,
                followsRedirects: batch.redirect == .follow
            )
            let code = response.status.code
            if batch.redirect == .error, [301, 302, 303, 307, 308].contains(code) {
                return .object(["id": batch.id, "error": .text("the answer is a redirect: status \(code)")])
            }
            return answer(batch.id, response)
        } catch {
            return .object(["id": batch.id, "error": .text(error.description)])
        }
    }

    private static func answer(_ id: FieldValue, _ response: HTTPResponse) -> FieldValue {
        var members: [String: FieldValue] = [
            "id": id,
            "status": .integer(Int64(response.status.code)),
            "reason": .text(response.status.reasonPhrase),
            "headers": .list(response.headerFields.map { .list([.text($0.name.rawName), .text($0.value)]) }),
        ]
        if let text = String(validating: response.body, as: UTF8.self) {
            members["body"] = .text(text)
        } else {
            members["body_base64"] = .text(response.body.base64EncodedString())
        }
        return .object(members)
    }
}
