/// The flags of `fixture-server`.
enum Flag: String, CaseIterable {
    case port = "--port"
    case folder = "--folder"
    case quota = "--quota"
    case apiKey = "--api-key"
    case token = "--token"
    case fault = "--fault"
    case log = "--log"
    case help = "--help"
    case version = "--version"

    /// Whether a value follows.
    var takesValue: Bool {
        switch self {
        case .port, .folder, .quota, .apiKey, .token, .fault: true
        case .log, .help, .version: false
        }
    }

    /// The flag whose name takes the fewest changes to become a text.
    static func nearest(to text: String) -> Flag {
        let distances = allCases.map { ($0, EditDistance.between(Array(text), Array($0.rawValue))) }
        return distances.min { $0.1 < $1.1 }?.0 ?? .help
    }
}

/// How many characters must be put in, taken out or replaced to make one text of another (Levenshtein).
enum EditDistance {
    static func between(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in right.indices {
                let replaced = diagonal + (character == right[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
