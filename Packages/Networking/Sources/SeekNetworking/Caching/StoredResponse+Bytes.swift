#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of a stored response: the body, the head, and the body's length. The head is a format mark, numbers of 8 bytes little-endian,
/// then texts, each with its length of 8 bytes before it. The terms come first and as numbers, so that a hit decides without reading a
/// directive. The body stands at the beginning, so that what is read shares its bytes in place of copying them.
extension StoredResponse {
    static let mark = Array("SEEKRES4".utf8)

    /// No time or date that is stored is beyond this many seconds: 30,000 years.
    static let longestTime = 1e12

    private static let isOverlay: UInt64 = 1
    private static let requiresValidation: UInt64 = 2
    private static let mustRevalidate: UInt64 = 4
    private static let isImmutable: UInt64 = 8

    var serialized: Data {
        var writer = ByteWriter(capacity: 1024 + response.body.count)
        writer.bytes.append(response.body)
        writer.bytes.append(contentsOf: Self.mark)
        writer.write(storedAt.timeIntervalSince1970)
        writer.write(initialAge)
        writer.write(terms.lifetime)
        writer.write(terms.staleWhileRevalidate)
        // Below zero: the server does not say.
        writer.write(terms.staleIfError ?? -1)
        writer.write(
            (terms.isOverlay ? Self.isOverlay : 0) | (terms.requiresValidation ? Self.requiresValidation : 0)
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
        writer.write(UInt64(response.body.count))
        return writer.bytes
    }

    /// Reads what ``serialized`` wrote; nil for anything else, whatever it is.
    init?(serialized bytes: Data) {
        guard let (stored, bodyCount) = bytes.withUnsafeBytes({ Self.read($0) }) else { return nil }
        self = stored
        let body = bytes.prefix(bodyCount)
        // Whoever gets it counts from 0.
        response.body = body.startIndex == 0 ? body : Data(body)
    }

    /// Reads all but the body, and tells its length.
    private static func read(_ bytes: UnsafeRawBufferPointer) -> (StoredResponse, bodyCount: Int)? {
        var end = ByteReader(UnsafeRawBufferPointer(rebasing: bytes.suffix(8)))
        guard let bodyCount = end.readNumber().flatMap({ Int(exactly: $0) }), bodyCount <= bytes.count - 8 else {
            return nil
        }
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[bodyCount..<(bytes.count - 8)]))
        guard reader.read(count: mark.count)?.elementsEqual(mark) == true,
            let storedAt = reader.readSeconds(), let initialAge = reader.readSeconds(), initialAge >= 0,
            let terms = readTerms(&reader),
            let code = reader.readNumber(), code <= 999, let phrase = reader.readText(),
            let fields = readFields(&reader), reader.isAtEnd
        else { return nil }
        let status = HTTPResponse.Status(code: Int(code), reasonPhrase: phrase)
        let stored = StoredResponse(
            response: HTTPResponse(status: status, headerFields: fields),
            storedAt: Date(timeIntervalSince1970: storedAt),
            initialAge: initialAge,
            terms: terms
        )
        return (stored, bodyCount)
    }

    private static func readTerms(_ reader: inout ByteReader) -> FreshnessInfo? {
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
        return FreshnessInfo(
            lifetime: lifetime,
            isOverlay: flags & isOverlay != 0,
            requiresValidation: flags & requiresValidation != 0,
            mustRevalidate: flags & mustRevalidate != 0,
            isImmutable: flags & isImmutable != 0,
            staleWhileRevalidate: staleWhileRevalidate,
            staleIfError: staleIfError < 0 ? nil : staleIfError,
            withheldFields: withheld
        )
    }

    private static func readFields(_ reader: inout ByteReader) -> HTTPFields? {
        guard var remaining = reader.readNumber() else { return nil }
        var fields: [HTTPField] = []
        fields.reserveCapacity(Int(min(remaining, 64)))
        while remaining > 0 {
            guard let raw = reader.readText(), let name = HTTPField.Name(raw), let value = reader.readText() else {
                return nil
            }
            fields.append(HTTPField(name: name, value: value))
            remaining -= 1
        }
        return HTTPFields(fields)
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

/// Takes bytes apart from their beginning, and never looks behind their end.
private struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func read(count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }

    mutating func readNumber() -> UInt64? {
        guard bytes.count - offset >= 8 else { return nil }
        defer { offset += 8 }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// A number of seconds; nil for one that is none, or beyond all that is written.
    mutating func readSeconds() -> Double? {
        guard let seconds = readNumber().map(Double.init(bitPattern:)), abs(seconds) <= StoredResponse.longestTime
        else {
            return nil
        }
        return seconds
    }

    mutating func readBytes() -> UnsafeRawBufferPointer? {
        guard let count = readNumber(), let count = Int(exactly: count) else { return nil }
        return read(count: count)
    }

    mutating func readText() -> String? {
        guard let bytes = readBytes() else { return nil }
        // Decoding repairs what is no UTF-8, and most repairs change the length; that no byte was changed is the store's to
        // know. `String(validating:)` looked its types up at run time for each text: a tenth of a hit.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.count == bytes.count ? text : nil
    }
}
