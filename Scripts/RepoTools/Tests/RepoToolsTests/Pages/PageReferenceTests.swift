import Testing

/// Checks the files, symbols and properties that the pages of this repository name.
@Suite(.enabled(if: ThisRepository.root != nil)) struct PageReferenceTests {
    /// Returns the texts in backticks of a line.
    private static func names(in line: some StringProtocol) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    /// Returns what is wrong with a line that names files, relative to the root or to `folder`, and symbols in them.
    private static func problems(of line: some StringProtocol, in folder: String) -> [String] {
        let names = names(in: line)
        let isFile = { (name: String) in name.contains("/") }
        var problems = names.contains(where: isFile) ? [] : ["no file: \(line)"]
        var text = ""
        for name in names.filter(isFile) {
            let path = String(name.prefix { $0 != " " })
            if let found = ["\(folder)/\(path)", path].first(where: ThisRepository.exists) {
                text += (try? ThisRepository.text(found)) ?? ""
            } else {
                problems.append("no such file: \(name)")
            }
        }
        // Each name in the text, with no letter, digit or underscore before or after it.
        let words = { (name: String) in
            text.ranges(of: name).contains { range in
                let neighbors = [text[..<range.lowerBound].last, text[range.upperBound...].first]
                return neighbors.allSatisfy { $0.map { $0.isLetter || $0.isNumber || $0 == "_" } != true }
            }
        }
        return problems + names.filter { !isFile($0) && !words($0) }.map { "not in the file: \($0)" }
    }

    @Test("the stops of “Follow a request” are files that contain the symbols, at most twelve for each request")
    func request() throws {
        let page = try ThisRepository.text("Packages/Seek/Documentation/FollowARequest.md")
        let walks = page.split(separator: "\n## ").dropFirst().map { $0.split(separator: "\n") }
        #expect(walks.count == 2)
        for walk in walks {
            let stops = walk.filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|").prefix(2).joined() }
            #expect((10...12).contains(stops.count))
            for stop in stops { #expect(Self.problems(of: stop, in: ".") == []) }
        }
    }

    @Test("each step of a recipe names a file that exists, and symbols in it")
    func recipes() throws {
        let pages = try ThisRepository.files().filter { $0.hasPrefix("Packages/") && $0.hasSuffix(".md") }
        var count = 0
        for page in pages {
            let text = try ThisRepository.text(page)
            for section in text.split(separator: "\n## ").flatMap({ $0.split(separator: "\n### ") })
            where section.hasPrefix("Add a") {
                let steps = section.split(separator: "\n").filter { $0.first?.isNumber == true }
                guard !steps.isEmpty else { continue }
                #expect(steps.count <= 5, "\(page)")
                count += 1
                let folder = page.split(separator: "/").prefix(2).joined(separator: "/")
                for step in steps { #expect(Self.problems(of: step, in: folder) == [], "\(page)") }
            }
        }
        #expect(count == 5)
    }

    @Test("each name in a table of properties, options or cases is a member in the interfaces")
    func properties() throws {
        let files = try ThisRepository.files().filter { $0.hasPrefix("Packages/") }
        let interfaces = try files.filter { $0.contains("/API/") }.map(ThisRepository.text)
        let members = Set(
            interfaces.joined(separator: "\n").matches(of: #/(?:var|let|case|func|struct|class|enum|protocol) (\w+)/#)
                .map { String($0.1) }
        )
        var count = 0
        for file in files where file.hasSuffix("/README.md") {
            for table in try ThisRepository.text(file).split(separator: "\n\n")
            where table.hasPrefix("| property |") || table.hasPrefix("| option |") || table.hasPrefix("| case |")
                || table.hasPrefix("| type |")
            {
                for row in table.split(separator: "\n").dropFirst(2) {
                    for name in Self.names(in: row.split(separator: "|")[0]) {
                        count += 1
                        #expect(
                            name.split(separator: ".").allSatisfy { members.contains(String($0)) },
                            "\(file): \(name)"
                        )
                    }
                }
            }
        }
        #expect(count > 30)
    }
}
