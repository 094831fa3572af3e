import Foundation

/// The topics of a module's page in the documentation.
enum Curation {
    /// Returns the names of the symbols that no topic of the page lists, sorted. DocC adds them in groups by kind.
    ///
    /// - Parameter page: The render file of the module.
    static func unlisted(in page: Data) throws(RepoError) -> [String] {
        guard let page = try? JSONDecoder().decode(JSONValue.self, from: page) else {
            throw RepoError("a page that docc has written cannot be read; remove .build/documentation and try again")
        }
        let generated = (page["topicSections"]?.array ?? []).filter { section in
            // The extensions of other modules' types have a group of their own.
            section["generated"] == .bool(true) && section["title"]?.string != "Extended Modules"
        }
        let references = page["references"]
        return generated.flatMap { $0["identifiers"]?.strings ?? [] }.map { identifier in
            references?[identifier]?["title"]?.string ?? identifier
        }.sorted()
    }
}
