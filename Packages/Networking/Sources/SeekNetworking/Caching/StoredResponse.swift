#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response as a cache keeps it: with the moments that tell its age and how long it serves.
struct StoredResponse: Hashable {
    var response: HTTPResponse
    /// When the server gave the answer, its `Age` taken into account.
    var generatedAt: Date
    /// Until when it serves without asking again.
    var freshUntil: Date

    /// Whether it serves at a moment. One from the future serves never: the clock was set back, and its age is unknown.
    func isFresh(at now: Date) -> Bool {
        generatedAt <= now && now < freshUntil
    }

    func age(at now: Date) -> Duration {
        .seconds(max(0, now.timeIntervalSince(generatedAt)))
    }
}

/// The bytes of a stored response: a format mark, then numbers as 8 bytes little-endian and texts with their length before them.
extension StoredResponse {
    private static let mark = Array("SEEKRES1".utf8)

    var serialized: Data {
        var writer = ByteWriter(capacity: 1024 + response.body.count)
        writer.bytes.append(contentsOf: Self.mark)
        writer.write(generatedAt.timeIntervalSince1970.bitPattern)
        writer.write(freshUntil.timeIntervalSince1970.bitPattern)
        writer.write(UInt64(response.status.code))
        writer.write(response.status.reasonPhrase.utf8)
        writer.write(UInt64(response.headerFields.count))
        for field in response.headerFields {
            writer.write(field.name.rawName.utf8)
            writer.write(field.value.utf8)
        }
        writer.write(response.body)
        return writer.bytes
    }

    /// Reads what ``serialized`` wrote; nil for anything else, whatever it is.
    init?(serialized bytes: Data) {
        var reader = ByteReader(bytes)
        guard reader.read(count: Self.mark.count)?.elementsEqual(Self.mark) == true,
            let generatedAt = reader.readNumber(), let freshUntil = reader.readNumber(),
            let code = reader.readNumber(), code <= 999, let phrase = reader.readText(),
            let fieldCount = reader.readNumber()
        else { return nil }
        var fields = HTTPFields()
        // Not `0..<fieldCount`: a damaged count would make it long. Each round reads, so it ends with the bytes.
        var remaining = fieldCount
        while remaining > 0 {
            guard let name = reader.readText().flatMap(HTTPField.Name.init), let value = reader.readText() else {
                return nil
            }
            fields.append(HTTPField(name: name, value: value))
            remaining -= 1
        }
        guard let body = reader.readBytes(), reader.isAtEnd else { return nil }
        response = HTTPResponse(
            status: HTTPResponse.Status(code: Int(code), reasonPhrase: phrase),
            headerFields: fields,
            body: Data(body)
        )
        self.generatedAt = Date(timeIntervalSince1970: Double(bitPattern: generatedAt))
        self.freshUntil = Date(timeIntervalSince1970: Double(bitPattern: freshUntil))
    }
}

private struct ByteWriter {
    var bytes = Data()

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func write(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ content: some Collection<UInt8>) {
        write(UInt64(content.count))
        bytes.append(contentsOf: content)
    }
}

private struct ByteReader {
    private var rest: Data.SubSequence

    init(_ bytes: Data) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func read(count: Int) -> Data.SubSequence? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func readNumber() -> UInt64? {
        read(count: 8)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func readBytes() -> Data.SubSequence? {
        readNumber().flatMap(Int.init(exactly:)).flatMap { read(count: $0) }
    }

    mutating func readText() -> String? {
        readBytes().flatMap { String(validating: $0, as: UTF8.self) }
    }
}
