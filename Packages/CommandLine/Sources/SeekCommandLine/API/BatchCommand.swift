@_spi(CommandLine) import Seek
import SeekBasics
import SeekCache
import SeekNetworking

/// `seek api --batch`: reads one request per line, and writes one response per line in order of completion. Only the
/// HTTP cache and the transport are used: requests are not repeated, counted or supplied with credentials.
struct BatchCommand {
    /// The maximum number of concurrent requests. At the limit, the next request is sent when another completes.
    private static let maximumConcurrentRequests = 1_024
    /// The cost limit of the memory cache, in bytes.
    private static let memoryLimit = 256 * 1024 * 1024
    /// The maximum size of a response body, in bytes.
    private static let maximumBodySize = 64 * 1024 * 1024

    let invocation: Invocation
    let console: Console

    /// Sends a request for each input line. Returns when the input has ended and all responses are written, when a
    /// write fails, or when the task is cancelled.
    func run() async throws(UsageError) -> CommandStatus {
        let variables = try console.environment()
        let transport = DefaultTransport.makeBare { $0.trustCertificates(of: variables) }
        let configuration = try console.configuration(transport: transport)
        let clientConfiguration = configuration.client
        var disk: DiskStore?
        if invocation.has(.keep) {
            guard let folder = configuration.cacheFolder else {
                throw UsageError("--keep needs a cache folder; set SEEK_CACHE_DIR")
            }
            do {
                disk = try DiskStore(folder: folder, limits: configuration.cacheLimits, now: clientConfiguration.now)
            } catch {
                console.report(error.description)
                return .failure
            }
        }
        let client = BareClient(
            transport: clientConfiguration.transport,
            store: disk ?? MemoryStore(costLimit: Self.memoryLimit, now: clientConfiguration.now),
            now: clientConfiguration.now,
            report: clientConfiguration.onStoreFailure
        )
        let status = await run(client, timeout: invocation.duration(.timeout) ?? clientConfiguration.timeout)
        await disk?.close()
        return Task.isCancelled ? .cancelled : status
    }

    private func run(_ client: BareClient, timeout: Duration) async -> CommandStatus {
        let (responses, continuation) = AsyncStream<String>.makeStream()
        let sending = Task {
            await forEachLine { continuation.yield(await Self.response(to: $0, client, timeout)) }
            continuation.finish()
        }
        let status = await withTaskCancellationHandler {
            await write(responses)
        } onCancel: {
            sending.cancel()
        }
        // Cancels outstanding requests when the output is closed.
        sending.cancel()
        await sending.value
        return status
    }

    /// Runs the body concurrently for each line that is not blank, and returns when all have completed.
    private func forEachLine(_ body: @escaping @Sendable ([UInt8]) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            while let line = await console.context.input.nextLine() {
                guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
                if count == Self.maximumConcurrentRequests {
                    await group.next()
                    count -= 1
                }
                group.addTask { await body(line) }
                count += 1
            }
        }
    }

    private func write(_ responses: AsyncStream<String>) async -> CommandStatus {
        for await line in responses {
            do throws(OutputError) {
                try console.context.output.write(line)
            } catch {
                return console.report(error)
            }
        }
        return .success
    }

    /// Returns the output line, which describes the response or the error.
    private static func response(to line: [UInt8], _ client: BareClient, _ timeout: Duration) async -> String {
        do throws(BatchRequest.Malformed) {
            let request = try BatchRequest(line: line)
            return await response(to: request, client, timeout).json(isPretty: false)
        } catch {
            return FieldValue.object(["id": error.id, "error": .text(error.reason)]).json(isPretty: false)
        }
    }

    private static func response(
        to batch: BatchRequest,
        _ client: BareClient,
        _ timeout: Duration
    ) async -> FieldValue {
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
                return .object(["id": batch.id, "error": .text("the response is a redirect: status \(code)")])
            }
            return object(batch.id, response)
        } catch {
            return .object(["id": batch.id, "error": .text(error.description)])
        }
    }

    private static func object(_ id: FieldValue, _ response: HTTPResponse) -> FieldValue {
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
