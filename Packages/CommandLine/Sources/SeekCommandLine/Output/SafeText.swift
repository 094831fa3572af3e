/// Text from the world outside, made harmless for a terminal and for one line.
enum SafeText {
    /// The text on one line without control characters: white space becomes a space, any other control character and
    /// every mark that turns the direction of what follows becomes U+FFFD, so that a title can neither move the cursor
    /// nor recolour or reorder the line it stands in.
    static func line(_ text: String) -> String {
        guard mayBeHarmful(text.utf8), text.unicodeScalars.contains(where: isHarmful) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if !isHarmful(scalar) {
                safe.unicodeScalars.append(scalar)
            } else if scalar.properties.isWhitespace {
                if safe.last != " " { safe.append(" ") }
            } else {
                safe.append("\u{FFFD}")
            }
        }
        return safe
    }

    /// JSON in which every harmful scalar is an escape. They can stand inside its texts only.
    static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isHarmful($0) && $0 != "\n" }) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if isHarmful(scalar), scalar != "\n" {
                let digits = String(scalar.value, radix: 16)
                safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Whether there is a byte that begins one of them: what most texts do not have can be told without decoding them.
    private static func mayBeHarmful(_ bytes: String.UTF8View) -> Bool {
        bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }
    }

    /// Controls (C0, DEL, C1), line and paragraph separators, and the embeddings, overrides and isolates of the
    /// bidirectional algorithm (UAX #9 §2). All have at most four hexadecimal digits.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
