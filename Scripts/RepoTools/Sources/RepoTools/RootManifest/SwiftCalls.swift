/// Finds and changes calls in the text of a manifest by matching brackets outside of comments and strings. Positions
/// and ranges are offsets in the UTF-8 bytes of the text.
struct SwiftCalls {
    private(set) var text: String
    private var bytes: [UInt8]
    /// The bytes with comments and the contents of strings replaced by as many spaces.
    private var code: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        code = SwiftText.code(of: text)
    }

    struct Call: Equatable {
        /// The function, for example `.target` or `module`.
        var function: String
        /// The range from the function's name to the closing parenthesis.
        var range: Range<Int>
        var arguments: [Argument]
    }

    struct Argument: Equatable {
        var label: String?
        /// The range including the label.
        var range: Range<Int>
        /// The range without the label.
        var value: Range<Int>
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    mutating func replace(_ range: Range<Int>, with new: String) {
        bytes.replaceSubrange(range, with: Array(new.utf8))
        self = SwiftCalls(String(decoding: bytes, as: UTF8.self))
    }

    // MARK: Finding

    /// Returns the calls whose first argument is the string literal `name`.
    func calls(withFirstArgument name: String) -> [Call] {
        let literal = Array("\"\(name)\"".utf8)
        guard bytes.count >= literal.count else { return [] }
        var calls: [Call] = []
        for start in 0...(bytes.count - literal.count)
        where bytes[start] == literal[0] && Array(bytes[start..<start + literal.count]) == literal {
            // Delimiters remain in `code`, except in comments.
            guard code[start] == literal[0], let call = call(around: start) else { continue }
            if call.arguments.first?.value.lowerBound == start { calls.append(call) }
        }
        return calls
    }

    /// Returns the innermost call that contains a position.
    private func call(around position: Int) -> Call? {
        var depth = 0
        var open = position - 1
        while open >= 0 {
            if closing.contains(code[open]) { depth += 1 }
            if opening.contains(code[open]) {
                if depth == 0 { break }
                depth -= 1
            }
            open -= 1
        }
        guard open > 0, code[open] == UInt8(ascii: "("), let close = end(of: open) else { return nil }
        var start = open
        while start > 0, isPartOfName(code[start - 1]) { start -= 1 }
        guard start < open else { return nil }
        return Call(
            function: text(start..<open),
            range: start..<close + 1,
            arguments: split(open + 1..<close).map(argument)
        )
    }

    private let opening = Set("([{".utf8)
    private let closing = Set(")]}".utf8)

    private func isPartOfName(_ byte: UInt8) -> Bool { byte.isPartOfIdentifier || byte == UInt8(ascii: ".") }

    /// Returns the position of the bracket that closes the one at `open`.
    private func end(of open: Int) -> Int? {
        var depth = 0
        for position in open..<code.count {
            if opening.contains(code[position]) { depth += 1 }
            if closing.contains(code[position]) {
                depth -= 1
                if depth == 0 { return position }
            }
        }
        return nil
    }

    /// Returns the ranges of the elements that commas separate, without surrounding whitespace.
    private func split(_ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var depth = 0
        var start = range.lowerBound
        for position in range {
            if opening.contains(code[position]) { depth += 1 }
            if closing.contains(code[position]) { depth -= 1 }
            if code[position] == UInt8(ascii: ","), depth == 0 {
                parts.append(start..<position)
                start = position + 1
            }
        }
        return (parts + [start..<range.upperBound]).compactMap { part in
            let inner = part.filter { code[$0] > UInt8(ascii: " ") }
            guard let first = inner.first, let last = inner.last else { return nil }
            return first..<last + 1
        }
    }

    private func argument(_ range: Range<Int>) -> Argument {
        let label = range.prefix { isPartOfName(code[$0]) }
        guard let colon = label.last.map({ $0 + 1 }), colon < range.upperBound, code[colon] == UInt8(ascii: ":"),
            let value = (colon + 1..<range.upperBound).first(where: { code[$0] > UInt8(ascii: " ") })
        else { return Argument(label: nil, range: range, value: range) }
        return Argument(label: text(range.lowerBound..<colon), range: range, value: value..<range.upperBound)
    }

    /// Returns the elements of an array literal, or nil for another value.
    func elements(_ value: Range<Int>) -> [String]? {
        guard code[value.lowerBound] == UInt8(ascii: "["), end(of: value.lowerBound) == value.upperBound - 1 else {
            return nil
        }
        return split(value.lowerBound + 1..<value.upperBound - 1).map(text)
    }

    // MARK: Changing

    /// Replaces a call; nil removes it with its comma and line.
    mutating func replace(_ call: Call, with new: String?) {
        if let new { return replace(call.range, with: new) }
        var end = call.range.upperBound
        if end < code.count, code[end] == UInt8(ascii: ",") { end += 1 }
        var start = call.range.lowerBound
        while start > 0, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: "\n") { end += 1 }
        replace(start..<end, with: "")
    }

    /// Sets the value of an argument, which is added if the call does not have it.
    ///
    /// - Parameter next: The labels of the arguments that must follow the new argument. If the call has none of them,
    ///   the new argument is the last.
    mutating func set(_ label: String, to value: String, in call: Call, before next: Set<String> = []) {
        if let old = call.arguments.first(where: { $0.label == label }) {
            replace(old.value, with: value)
        } else if let follower = call.arguments.first(where: { $0.label.map(next.contains) ?? false }) {
            replace(follower.range.lowerBound..<follower.range.lowerBound, with: "\(label): \(value), ")
        } else if let last = call.arguments.last {
            replace(last.range.upperBound..<last.range.upperBound, with: ", \(label): \(value)")
        }
    }

    /// The call `Package(…)`, or nil.
    var package: Call? {
        let prefix = Array("Package(".utf8)
        for start in code.indices.dropLast(prefix.count) where Array(code[start..<start + prefix.count]) == prefix {
            if start == 0 || !isPartOfName(code[start - 1]) { return call(around: start + prefix.count) }
        }
        return nil
    }

    /// Returns the range of an argument of `Package` that is an array literal, or nil.
    func arrayArgument(_ label: String) -> Range<Int>? {
        let value = package?.arguments.first { $0.label == label }?.value
        return value.flatMap { elements($0) == nil ? nil : $0 }
    }

    /// Appends an element to an array argument of `Package`. Returns false if there is no such array literal.
    mutating func append(_ element: String, toArray label: String) -> Bool {
        guard let range = arrayArgument(label) else { return false }
        guard let last = split(range.lowerBound + 1..<range.upperBound - 1).last else {
            replace(range, with: "[\n\(element),\n]")
            return true
        }
        replace(last.upperBound..<last.upperBound, with: ",\n\(element)")
        return true
    }
}
