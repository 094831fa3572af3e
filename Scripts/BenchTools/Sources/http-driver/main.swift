import BenchKit
import Foundation
import HTTPDriver
import SeekBasics
import SeekCache
import SeekCurlTransport

/// The cost limit of the memory cache, in bytes.
let memoryLimit = 256 * 1024 * 1024

var arguments = ToolArguments(Array(CommandLine.arguments.dropFirst()))
let folder: String?
let timeout: Int?
do {
    folder = try arguments.value("--folder")
    timeout = try arguments.value("--timeout", "a number of seconds") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    try arguments.finish()
} catch {
    StandardStreams.problem("http-driver: \(error)")
    exit(2)
}

let disk: DiskStore?
do {
    disk = try folder.map { try DiskStore(folder: URL(filePath: $0)) }
} catch {
    StandardStreams.problem("http-driver: \(error)")
    exit(1)
}

let (lines, continuation) = AsyncStream<String>.makeStream()
// A blocking read would occupy a thread of the Swift runtime.
Thread.detachNewThread {
    while let line = readLine() { continuation.yield(line) }
    continuation.finish()
}
let driver = HTTPDriver(
    transport: CurlTransport { $0.decodesContent = false },
    store: disk ?? MemoryStore(costLimit: memoryLimit),
    timeout: .seconds(timeout ?? 30),
    report: { StandardStreams.problem("http-driver: \($0)") }
)
await driver.run(lines, output: StandardStreams.output)
await disk?.close()
