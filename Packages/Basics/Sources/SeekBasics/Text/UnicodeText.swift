/// The bytes of a text file that another program may have written.
public enum UnicodeText {
    /// Returns the bytes of a text in UTF-8 without a byte order mark. A text in UTF-16, which editors and shells of
    /// Windows write, is converted if it has a byte order mark. Other bytes are returned unchanged.
    public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]), bytes.count.isMultiple(of: 2) else { return bytes }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index in
            let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) } ?? bytes
    }

    /// Returns the number of the first line that is not UTF-8, from 1; nil if all are.
    public static func firstInvalidLine(in bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
    }

    /// Returns the line and the position in the line of a byte, both from 1. Lines end with LF, CR or CRLF.
    public static func place(of position: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var (line, start) = (1, 0)
        for index in 0..<min(position, bytes.count) {
            let isBreak =
                bytes[index] == 0x0A || bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
            if isBreak { (line, start) = (line + 1, index + 1) }
        }
        return (line, min(position, bytes.count) - start + 1)
    }
}
