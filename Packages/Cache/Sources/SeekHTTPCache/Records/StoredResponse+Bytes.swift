import SeekBasics
@_spi(Seek) import SeekNetworking

/// The serialization of a stored response: the body, the head, and the length of the body.
///
/// The head consists of the format version, 8-byte little-endian numbers, and strings prefixed with their length. The
/// body comes first, so that the body of a deserialized response can share the serialized bytes.
extension StoredResponse {
    static let formatVersion = Array("SEEKRES4".utf8)

    /// The maximum absolute value of stored durations and dates in seconds: about 30,000 years.
    static let maximumSeconds = 1e12

    private static let usesTimeToLive: UInt64 = 1
    private static let requiresValidation: UInt64 = 2
    private static let mustRevalidate: UInt64 = 4
    private static let isImmutable: UInt64 = 8

    var serialized: Data {
        var writer = ByteWriter()
        writer.bytes.reserveCapacity(1_024 + response.body.count)
        writer.bytes.append(response.body)
        writer.bytes.append(contentsOf: Self.formatVersion)
        writer.write(storedAt.timeIntervalSince1970)
        writer.write(initialAge)
        writer.write(freshnessInfo.lifetime)
        writer.write(freshnessInfo.staleWhileRevalidate)
        // Negative if the server does not specify it.
        writer.write(freshnessInfo.staleIfError ?? -1)
        writer.write(
            (freshnessInfo.usesTimeToLive ? Self.usesTimeToLive : 0)
                | (freshnessInfo.requiresValidation ? Self.requiresValidation : 0)
                | (freshnessInfo.mustRevalidate ? Self.mustRevalidate : 0)
                | (freshnessInfo.isImmutable ? Self.isImmutable : 0)
        )
        writer.write(UInt64(freshnessInfo.withheldFields.count))
        for name in freshnessInfo.withheldFields { writer.write(name.rawName.utf8) }
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

    init?(serialized bytes: Data) {
        guard let (stored, bodyCount) = bytes.withUnsafeBytes({ Self.read($0) }) else { return nil }
        self = stored
        let body = bytes.prefix(bodyCount)
        // Indices of the body start at zero.
        response.body = body.startIndex == 0 ? body : Data(body)
    }

    /// Decodes everything except the body, and returns the length of the body as well; nil if the bytes are corrupt.
    private static func read(_ bytes: UnsafeRawBufferPointer) -> (StoredResponse, bodyCount: Int)? {
        var end = ByteReader(UnsafeRawBufferPointer(rebasing: bytes.suffix(8)))
        guard let bodyCount = end.readNumber().flatMap({ Int(exactly: $0) }), bodyCount <= bytes.count - 8 else {
            return nil
        }
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[bodyCount..<(bytes.count - 8)]))
        guard reader.read(count: formatVersion.count)?.elementsEqual(formatVersion) == true,
            let storedAt = reader.readSeconds(), let initialAge = reader.readSeconds(), initialAge >= 0,
            let freshnessInfo = readFreshnessInfo(&reader),
            let code = reader.readNumber(), code <= 999, let phrase = reader.readString(),
            let fields = readFields(&reader), reader.isAtEnd
        else { return nil }
        let status = HTTPResponse.Status(code: Int(code), reasonPhrase: phrase)
        let stored = StoredResponse(
            response: HTTPResponse(status: status, headerFields: fields),
            storedAt: Date(timeIntervalSince1970: storedAt),
            initialAge: initialAge,
            freshnessInfo: freshnessInfo
        )
        return (stored, bodyCount)
    }

    private static func readFreshnessInfo(_ reader: inout ByteReader) -> FreshnessInfo? {
        guard let lifetime = reader.readSeconds(), lifetime >= 0, let staleWhileRevalidate = reader.readSeconds(),
            let staleIfError = reader.readSeconds(), let flags = reader.readNumber(), flags < 16,
            let count = reader.readNumber()
        else { return nil }
        var withheld: Set<HTTPField.Name> = []
        // Stops at the end of the bytes even if the count is corrupt.
        for _ in 0..<count {
            guard let name = reader.readString().flatMap(HTTPField.Name.init) else { return nil }
            withheld.insert(name)
        }
        return FreshnessInfo(
            lifetime: lifetime,
            usesTimeToLive: flags & usesTimeToLive != 0,
            requiresValidation: flags & requiresValidation != 0,
            mustRevalidate: flags & mustRevalidate != 0,
            isImmutable: flags & isImmutable != 0,
            staleWhileRevalidate: staleWhileRevalidate,
            staleIfError: staleIfError < 0 ? nil : staleIfError,
            withheldFields: withheld
        )
    }

    private static func readFields(_ reader: inout ByteReader) -> HTTPFields? {
        guard let count = reader.readNumber() else { return nil }
        var fields: [HTTPField] = []
        fields.reserveCapacity(Int(min(count, 64)))
        for _ in 0..<count {
            guard let name = reader.readString().flatMap(HTTPField.Name.init), let value = reader.readString() else {
                return nil
            }
            fields.append(HTTPField(name: name, value: value))
        }
        return HTTPFields(fields)
    }
}
