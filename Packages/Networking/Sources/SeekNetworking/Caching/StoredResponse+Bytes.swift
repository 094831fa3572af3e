#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of a stored response: a format mark, numbers of 8 bytes little-endian, then texts and the body, each with its length
/// of 8 bytes before it. The terms come first and as numbers, so that a hit decides without reading a directive.
extension StoredResponse {
    static let mark = Array("SEEKRES3".utf8)

    private static let isOverlay: UInt64 = 1
    private static let needsAsking: UInt64 = 2
    private static let mustRevalidate: UInt64 = 4
    private static let isImmutable: UInt64 = 8

    var serialized: Data {
        var writer = ByteWriter(capacity: 1024 + response.body.count)
        writer.bytes.append(contentsOf: Self.mark)
        writer.write(storedAt.timeIntervalSince1970)
        writer.write(initialAge)
        writer.write(terms.lifetime)
        writer.write(terms.staleWhileRevalidate)
        // Below zero: the server does not say.
        writer.write(terms.staleIfError ?? -1)
        writer.write(
            (terms.isOverlay ? Self.isOverlay : 0) | (terms.needsAsking ? Self.needsAsking : 0)
                | (terms.mustRevalidate ? Self.mustRevalidate : 0) | (terms.isImmutable ? Self.isImmutable : 0)
        )
        writer.write(UInt64(terms.withheldFields.count))
        for name in terms.withheldFields { writer.write(name.rawName.utf8) }
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
        guard let stored = bytes.withUnsafeBytes({ Self.read($0) }) else { return nil }
        self = stored
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> StoredResponse? {
        var reader = ByteReader(bytes)
        guard reader.read(count: mark.count)?.elementsEqual(mark) == true,
            let storedAt = reader.readSeconds(), let initialAge = reader.readSeconds(), initialAge >= 0,
            let terms = readTerms(&reader),
            let code = reader.readNumber(), code <= 999, let phrase = reader.readText(),
            let fields = readFields(&reader), let body = reader.readBytes(), reader.isAtEnd
        else { return nil }
        return StoredResponse(
            response: HTTPResponse(
                status: HTTPResponse.Status(code: Int(code), reasonPhrase: phrase),
                headerFields: fields,
                body: Data(body)
            ),
            storedAt: Date(timeIntervalSince1970: storedAt),
            initialAge: initialAge,
            terms: terms
        )
    }

    private static func readTerms(_ reader: inout ByteReader) -> CacheTerms? {
        guard let lifetime = reader.readSeconds(), lifetime >= 0, let staleWhileRevalidate = reader.readSeconds(),
            let staleIfError = reader.readSeconds(), let flags = reader.readNumber(), flags < 16,
            let count = reader.readNumber()
        else { return nil }
        var withheld: Set<HTTPField.Name> = []
        // Not `0..<count`: a damaged count would make it long. Each round reads, so it ends with the bytes.
        var remaining = count
        while remaining > 0 {
            guard let name = reader.readText().flatMap(HTTPField.Name.init) else { return nil }
            withheld.insert(name)
            remaining -= 1
        }
        return CacheTerms(
            lifetime: lifetime,
            isOverlay: flags & isOverlay != 0,
            needsAsking: flags & needsAsking != 0,
            mustRevalidate: flags & mustRevalidate != 0,
            isImmutable: flags & isImmutable != 0,
            staleWhileRevalidate: staleWhileRevalidate,
            staleIfError: staleIfError < 0 ? nil : staleIfError,
            withheldFields: withheld
        )
    }

    private static func readFields(_ reader: inout ByteReader) -> HTTPFields? {
        guard var remaining = reader.readNumber() else { return nil }
        var fields = HTTPFields()
        while remaining > 0 {
            guard let name = reader.readText().flatMap(HTTPField.Name.init), let value = reader.readText() else {
                return nil
            }
            fields.append(HTTPField(name: name, value: value))
            remaining -= 1
        }
        return fields
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

    mutating func write(_ seconds: Double) {
        write(seconds.bitPattern)
    }

    mutating func write(_ content: some Collection<UInt8>) {
        write(UInt64(content.count))
        bytes.append(contentsOf: content)
    }
}

private struct ByteReader {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func read(count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }

    mutating func readNumber() -> UInt64? {
        read(count: 8).map { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    }

    /// A number of seconds; nil for one that is none.
    mutating func readSeconds() -> Double? {
        readNumber().map(Double.init(bitPattern:)).flatMap { $0.isFinite ? $0 : nil }
    }

    mutating func readBytes() -> UnsafeRawBufferPointer? {
        readNumber().flatMap(Int.init(exactly:)).flatMap { read(count: $0) }
    }

    mutating func readText() -> String? {
        readBytes().flatMap { String(validating: $0, as: UTF8.self) }
    }
}
