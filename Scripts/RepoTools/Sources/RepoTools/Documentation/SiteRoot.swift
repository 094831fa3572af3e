import Foundation
import SeekBasics

/// The first page of a site.
///
/// `docc merge` writes a page that lists the modules by name, and to which no other page links. ``connect()`` makes it
/// the parent of all modules, and ``replace(by:in:)`` replaces it by a page of a catalog.
struct SiteRoot {
    /// The full path.
    let site: String

    /// Replaces the page by the first page of a catalog, which was converted into `folder`, and orders the navigator by
    /// the topics of that page.
    func replace(by archive: DocumentationArchive, in folder: String) throws(RepoError) {
        try Files.write(try Files.data("\(folder)/\(archive.renderFile)"), to: page)
        let topics = try SiteIndex(try Files.data("\(folder)/\(Self.index)"))
        try Files.write(SiteIndex(try Files.data(index)).arranged(as: topics).data, to: index)
    }

    /// Makes the page the parent of all modules: each page then has a link to it, and the navigator and the search
    /// contain the pages of all modules.
    func connect() throws(RepoError) {
        try Files.write(SiteIndex(try Files.data(index)).withOneRoot.data, to: index)
        let data = try Files.data(page)
        guard let content = try? JSONValue(json: data),
            let identifier = content["identifier"]["url"].string, let title = content["metadata"]["title"].string
        else { throw RepoError("\(page) is not a page of docc; use Swift 6.3") }
        for file in Files.all(below: "\(site)/data/documentation", suffix: ".json") {
            guard let page = Self.page(try Files.data(file), withParent: identifier, title: title) else {
                throw RepoError("\(file) has no hierarchy or references; use Swift 6.3")
            }
            try Files.write(page, to: file)
        }
    }

    private static let index = "index/index.json"

    private var page: String { "\(site)/data/documentation.json" }

    private var index: String { "\(site)/\(Self.index)" }

    /// Returns the JSON file of a page with the site's first page as the parent, or nil if the file has an unexpected
    /// form.
    ///
    /// The bytes are changed, because decoding thousands of files takes a minute in a debug build.
    static func page(_ page: Data, withParent identifier: String, title: String) -> Data? {
        let name = JSONValue.string(identifier)
        let reference = JSONValue.object([
            "identifier": name, "kind": .string("article"), "role": .string("collection"), "title": .string(title),
            "type": .string("topic"), "url": .string("/documentation"), "abstract": .array([]),
        ])
        return inserting(name.text(), after: #""hierarchy":{"paths":[["#, in: page).flatMap {
            inserting("\(name.text()):\(reference.text(.sorted))", after: #""references":{"#, in: $0)
        }
    }

    /// Inserts an element at the start of an array or an object.
    private static func inserting(_ element: String, after start: String, in json: Data) -> Data? {
        guard let position = json.range(of: Data(start.utf8))?.upperBound, position < json.endIndex else { return nil }
        let isEmpty = [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(json[position])
        return json[..<position] + Data((element + (isEmpty ? "" : ",")).utf8) + json[position...]
    }
}
