import SeekBasics

@testable import SeekCommandLine

extension FuzzTarget {
    /// Templates of the option `--template`: parsing must not crash.
    static let outputTemplate = FuzzTarget("output-template") { bytes in
        _ = try? Template(FuzzText(bytes).whole, fields: ["title", "url", "stars", "topics"])
        return nil
    }

    /// Command lines: the input contains an argument per line.
    static let arguments = FuzzTarget("arguments") { bytes in
        _ = try? ArgumentParser.parse(FuzzText(bytes).lines)
        return nil
    }

    /// Configuration files: a parsed file must not change when it is written and parsed again.
    static let configuration = FuzzTarget("configuration") { bytes in
        guard let string = String(validating: bytes, as: UTF8.self) else { return nil }
        let text = ConfigurationText(string)
        return ConfigurationText(text.contents) == text ? nil : "a round trip changes the configuration"
    }

    /// Text for a terminal: the result must contain no control characters, must not change when it is sanitized again,
    /// and must fit into the width to which it is truncated.
    static let safeText = FuzzTarget("safe-text") { bytes in
        let text = FuzzText(bytes).whole
        let line = SafeText.line(text)
        let hasControl = line.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }
        if hasControl { return "the line contains a control character" }
        if SafeText.line(line) != line { return "sanitizing the line again changes it" }
        let columns = DisplayWidth.measuring { $0.columns(of: $0.truncated(line, to: 20)) }
        return columns <= 20 ? nil : "the line was truncated to \(columns) columns instead of 20"
    }
}
