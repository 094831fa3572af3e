/// An enumeration of strings to which an API may add values.
///
/// A value that Seek does not know is ``unknown(_:)``, and is encoded as it was decoded. Values are equal if their
/// strings are equal.
public protocol ExtensibleEnum: RawRepresentable, Sendable, Hashable, Codable where RawValue == String {
    /// The values that Seek knows.
    static var knownCases: [Self] { get }

    /// Creates an unknown value. To convert a string of the API, use ``init(rawValue:)``, which returns the known case
    /// if there is one.
    static func unknown(_ rawValue: String) -> Self
}

extension ExtensibleEnum {
    /// Creates the known case whose string this is, or ``unknown(_:)`` if there is none.
    public init(rawValue: String) {
        self = Self.knownCases.first { $0.rawValue == rawValue } ?? .unknown(rawValue)
    }

    /// Returns whether the strings of two values are equal.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the string.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
