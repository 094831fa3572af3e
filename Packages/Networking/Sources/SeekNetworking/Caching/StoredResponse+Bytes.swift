#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of a stored response: a format mark, then numbers as 8 bytes little-endian and texts with their length before them.
extension StoredResponse {
    private static let mark = Array("SEEKRES2".utf8)

    var serialized: Data {
        var writer = ByteWriter(capacity: 1024 + response.body.count)
        writer.bytes.append(contentsOf: Self.mark)
        writer.write(storedAt.timeIntervalSince1970.bitPattern)
        writer.write(initialAge.bitPattern)
        writer.write(lifetime.bitPattern)
        writer.write(isOverlay ? 1 : 0 as UInt64)
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
            let storedAt = reader.readSeconds(), let initialAge = reader.readSeconds(), initialAge >= 0,
            let lifetime = reader.readSeconds(), lifetime >= 0, let overlay = reader.readNumber(), overlay <= 1,
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
        self.storedAt = Date(timeIntervalSince1970: storedAt)
        self.initialAge = initialAge
        self.lifetime = lifetime
        isOverlay = overlay == 1
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

    /// A number of seconds; nil for one that is none.
    mutating func readSeconds() -> Double? {
        readNumber().map(Double.init(bitPattern:)).flatMap { $0.isFinite ? $0 : nil }
    }

    mutating func readBytes() -> Data.SubSequence? {
        readNumber().flatMap(Int.init(exactly:)).flatMap { read(count: $0) }
    }

    mutating func readText() -> String? {
        readBytes().flatMap { String(validating: $0, as: UTF8.self) }
    }
}
