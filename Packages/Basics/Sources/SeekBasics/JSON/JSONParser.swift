/// The place and the reason why a document is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The position in the line in bytes, from 1.
    public let column: Int
    /// What is wrong: `a comma before ']'`.
    public let reason: String
    /// The place and the reason: `line 3, column 7: a comma before ']'`.
    public var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONValue {
    /// Parses a JSON document ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) in UTF-8 or, with a byte order mark,
    /// in UTF-16. All digits of numbers are retained. Unlike in Foundation's decoder, a comma before a closing bracket
    /// is an error.
    ///
    /// - Parameter isLenient: Whether the last of several members with the same name is used, and half of a surrogate
    ///   pair becomes U+FFFD, as in a browser. Otherwise, both are errors.
    /// - Throws: ``JSONSyntaxError``, also for more than 512 levels of nesting.
    public init(json bytes: some Sequence<UInt8>, isLenient: Bool = false) throws(JSONSyntaxError) {
        var parser = JSONParser(UnicodeText.utf8(Array(bytes)), isLenient: isLenient)
        self = try parser.document()
    }
}

/// Not recursive, so that nested documents need no stack.
private struct JSONParser {
    /// An object or an array whose end has not been read.
    private struct Container {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members = JSONObject.Builder()
        /// The name of the next member, and its position.
        var name = ""
        var namePosition = 0

        var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
        var value: JSONValue { isObject ? .object(members.object) : .array(elements) }
    }

    private let bytes: [UInt8]
    private let isLenient: Bool
    private var position = 0
    /// The containers around the current position.
    private var containers: [Container] = []

    /// The maximum number of nested objects and arrays, as in Foundation's decoder.
    private static let maximumDepth = 512

    init(_ bytes: [UInt8], isLenient: Bool) {
        self.bytes = bytes
        self.isLenient = isLenient
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard position < bytes.count else { throw error("it is empty") }
        while true {
            guard var value = try value() else { continue }
            while var container = containers.popLast() {
                try add(value, to: &container)
                if try !ends(container) {
                    try prepareNext(in: &container)
                    containers.append(container)
                    break
                }
                value = container.value
            }
            guard containers.isEmpty else { continue }
            skipSpace()
            guard position == bytes.count else { throw error("there is more after the end of the document") }
            return value
        }
    }

    /// Returns a value that contains no others; nil at the begin of one that does.
    private mutating func value() throws(JSONSyntaxError) -> JSONValue? {
        guard let byte else { throw error("it ends too early") }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard containers.count < Self.maximumDepth else {
                throw error("more than \(Self.maximumDepth) levels are nested")
            }
            position += 1
            skipSpace()
            var container = Container(isObject: byte == UInt8(ascii: "{"))
            if skip(container.end) { return container.value }
            try prepareNext(in: &container)
            containers.append(container)
            return nil
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", true)
        case UInt8(ascii: "f"): return try literal("false", false)
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw error("a value is missing")
        }
    }

    /// Reads the name of the next member of an object.
    private mutating func prepareNext(in container: inout Container) throws(JSONSyntaxError) {
        guard container.isObject else { return }
        guard byte == UInt8(ascii: "\"") else {
            throw error(byte == nil ? "it ends too early" : "the name of a member is missing")
        }
        container.namePosition = position
        container.name = try string()
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw error("a colon is missing") }
        skipSpace()
    }

    private mutating func add(_ value: JSONValue, to container: inout Container) throws(JSONSyntaxError) {
        guard container.isObject else { return container.elements.append(value) }
        guard !container.members.set(container.name, to: value), !isLenient else { return }
        position = container.namePosition
        throw error("the member occurs twice in its object")
    }

    /// Skips what follows a value in a container; returns true at the end of the container.
    private mutating func ends(_ container: Container) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        if skip(container.end) { return true }
        guard skip(UInt8(ascii: ",")) else {
            throw error(byte == nil ? "it ends too early" : "a comma or a closing bracket is missing")
        }
        skipSpace()
        if byte == container.end { throw error("a comma before '\(Character(Unicode.Scalar(container.end)))'") }
        return false
    }

    private mutating func literal(_ text: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[position...].starts(with: text.utf8) else { throw error("a value is missing") }
        position += text.utf8.count
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try skipDigits() }
        if skip(UInt8(ascii: ".")) { try skipDigits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try skipDigits()
        }
        return JSONNumber(parsed: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        let start = position
        while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        guard position > start else { throw error("a digit is missing") }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        var unescaped = Array(bytes[start..<position])
        while let byte, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw error("a control character in a string") }
            position += 1
            if byte == UInt8(ascii: "\\") { unescaped += try escape() } else { unescaped.append(byte) }
        }
        guard position < bytes.count else { throw error("a string has no end") }
        guard let text = String(validating: unescaped, as: UTF8.self) else {
            position = start
            throw error("a string is not UTF-8")
        }
        position += 1
        return text
    }

    /// Returns the UTF-8 bytes of an escape sequence after its backslash.
    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        guard let letter = byte else { return [] }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var units = [try codeUnit()]
            if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: Array("\\u".utf8)) {
                position += 2
                units.append(try codeUnit())
            }
            guard let text = String(validating: units, as: UTF16.self) else {
                if isLenient { return Array(String(decoding: units, as: UTF16.self).utf8) }
                throw error("an escaped surrogate without its other half")
            }
            return Array(text.utf8)
        default:
            position -= 1
            throw error("an unknown escape sequence")
        }
    }

    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("an escape sequence without four hexadecimal digits") }
        position += 4
        return unit
    }

    /// The next byte; nil at the end.
    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ expected: UInt8) -> Bool {
        guard byte == expected else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func error(_ reason: String) -> JSONSyntaxError {
        let (line, column) = UnicodeText.place(of: position, in: bytes)
        return JSONSyntaxError(line: line, column: column, reason: reason)
    }
}
