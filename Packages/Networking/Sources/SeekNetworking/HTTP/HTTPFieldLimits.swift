/// The maximum sizes of header fields that a peer sends.
///
/// The parsers of directives, dates, lists, links and ranges apply ``maximumValueSize`` and treat larger values
/// conservatively. A response beyond any of the limits is not stored, and a request beyond them bypasses the cache.
/// Transports have limits of their own; by default, they reject a header larger than ``maximumHeaderSize``.
///
/// HTTP itself sets no limits (RFC 9110 §5.4). These limits exceed what servers usually send, and are at least what
/// other programs accept: servers usually accept 8 KiB per line, and Chromium accepts a header of 256 KiB.
public enum HTTPFieldLimits {
    /// The maximum number of fields of a message: 500.
    public static let maximumFieldCount = 500

    /// The maximum size of a field value in bytes: 32 KiB. Parsers that join several fields with the same name apply it
    /// to the joined value.
    public static let maximumValueSize = 32 * 1_024

    /// The maximum size of all fields of a message in bytes, each with its name, value, colon, space and line end: 256
    /// KiB.
    public static let maximumHeaderSize = 256 * 1_024

    /// Whether a value is within ``maximumValueSize``.
    @_spi(Seek) public static func allows(_ value: some StringProtocol) -> Bool { value.utf8.count <= maximumValueSize }
}

extension HTTPFields {
    /// Whether all fields are within ``HTTPFieldLimits``.
    @_spi(Seek) public var isWithinLimits: Bool {
        guard count <= HTTPFieldLimits.maximumFieldCount else { return false }
        var size = 0
        for field in self {
            guard HTTPFieldLimits.allows(field.value) else { return false }
            size += field.name.rawName.utf8.count + field.value.utf8.count + 4
        }
        return size <= HTTPFieldLimits.maximumHeaderSize
    }
}
