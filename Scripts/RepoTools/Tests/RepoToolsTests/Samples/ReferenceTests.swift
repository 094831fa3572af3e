import Testing

@testable import RepoTools

/// Checks the files, symbols and properties that the pages of this repository name.
@Suite(.enabled(if: Checkout.root != nil)) struct ReferenceTests {
    private static let root = Checkout.root ?? ""

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
            let paths = ["\(folder)/\(path)", "\(root)/\(path)"]
            if let found = paths.first(where: Files.exists) {
                text += (try? Files.text(found)) ?? ""
            } else {
                problems.append("no such file: \(name)")
            }
        }
        return problems + names.filter { !isFile($0) && !text.containsWord($0) }.map { "not in the file: \($0)" }
    }

    @Test("the stops of “Follow a request” are files that contain the symbols, at most twelve for each request")
    func request() throws {
        let page = try Files.text("\(Self.root)/Packages/Seek/Documentation/FollowARequest.md")
        let walks = page.split(separator: "\n## ").dropFirst().map { $0.split(separator: "\n") }
        #expect(walks.count == 2)
        for walk in walks {
            let stops = walk.filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|").prefix(2).joined() }
            #expect((10...12).contains(stops.count))
            for stop in stops { #expect(Self.problems(of: stop, in: Self.root) == []) }
        }
    }

    @Test("each step of a recipe names a file that exists, and symbols in it")
    func recipes() throws {
        let pages = try Git(folder: Self.root).files().filter { $0.hasPrefix("Packages/") && $0.hasSuffix(".md") }
        var count = 0
        for page in pages {
            let text = try Files.text("\(Self.root)/\(page)")
            for section in text.split(separator: "\n## ").flatMap({ $0.split(separator: "\n### ") })
            where section.hasPrefix("Add a") {
                let steps = section.split(separator: "\n").filter { $0.first?.isNumber == true }
                guard !steps.isEmpty else { continue }
                #expect(steps.count <= 5, "\(page)")
                count += 1
                let folder = "\(Self.root)/\(page.split(separator: "/").prefix(2).joined(separator: "/"))"
                for step in steps { #expect(Self.problems(of: step, in: folder) == [], "\(page)") }
            }
        }
        #expect(count == 5)
    }

    @Test("each name in a table of properties, options or cases is a member in the interfaces")
    func properties() throws {
        let packages = Files.names(in: "\(Self.root)/Packages")
        let interfaces = packages.flatMap { package in
            Files.all(below: "\(Self.root)/Packages/\(package)/API", suffix: ".txt").compactMap { try? Files.text($0) }
        }
        let members = Set(
            interfaces.joined(separator: "\n").matches(of: #/(?:var|let|case|func|struct|class|enum|protocol) (\w+)/#)
                .map { String($0.1) }
        )
        var count = 0
        for package in packages {
            let readme = (try? Files.text("\(Self.root)/Packages/\(package)/README.md")) ?? ""
            for table in readme.split(separator: "\n\n")
            where table.hasPrefix("| property |") || table.hasPrefix("| option |") || table.hasPrefix("| case |")
                || table.hasPrefix("| type |")
            {
                for row in table.split(separator: "\n").dropFirst(2) {
                    for name in Self.names(in: row.split(separator: "|")[0]) {
                        count += 1
                        #expect(
                            name.split(separator: ".").allSatisfy { members.contains(String($0)) },
                            "\(package): \(name)"
                        )
                    }
                }
            }
        }
        #expect(count > 30)
    }
}
