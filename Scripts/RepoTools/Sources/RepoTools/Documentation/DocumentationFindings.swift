import Foundation
import SeekBasics

enum Diagnostics {
    /// Returns the findings in a diagnostics file of docc. A diagnostic without a source file in the repository is
    /// reported for `file`.
    static func findings(in data: Data, root: String, default file: String) throws(RepoError) -> [Finding] {
        guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
            throw RepoError("the diagnostics that docc has written cannot be read; use Swift 6.3")
        }
        // A parameter with a clear name needs no description.
        let diagnostics = content.diagnostics.filter { !$0.summary.hasSuffix("is missing documentation") }
        return diagnostics.map { diagnostic in
            let path = diagnostic.source.flatMap { URL(string: $0)?.path } ?? ""
            let relative = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : file
            let solution = diagnostic.solutions?.first.map {
                "; " + $0.summary.prefix(1).lowercased() + $0.summary.dropFirst()
            }
            let message = diagnostic.summary + (solution ?? "")
            return Finding(file: relative, line: diagnostic.range?.start.line, message: message)
        }
    }

    private struct Content: Decodable {
        var diagnostics: [Diagnostic]

        struct Diagnostic: Decodable {
            var source: String?
            var range: Range?
            var summary: String
            var solutions: [Solution]?
        }

        struct Range: Decodable {
            var start: Position
        }

        struct Position: Decodable {
            var line: Int
        }

        struct Solution: Decodable {
            var summary: String
        }
    }
}

/// The topics of a module's page in the documentation.
enum Curation {
    /// Returns the names of the symbols that no topic of a module's page lists, sorted. DocC shows them in generated
    /// groups, one per kind of symbol.
    static func unlisted(in page: Data) throws(RepoError) -> [String] {
        guard let page = try? JSONValue(json: page) else {
            throw RepoError("a page that docc has written cannot be read; use Swift 6.3")
        }
        let generated = page["topicSections"].elements.filter { section in
            // This group lists the extensions of other modules' types, which need no topic.
            section["generated"] == .bool(true) && section["title"].string != "Extended Modules"
        }
        let references = page["references"]
        return generated.flatMap { $0["identifiers"].strings }.map { identifier in
            references[identifier]["title"].string ?? identifier
        }.sorted()
    }
}
