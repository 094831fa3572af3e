import Foundation
import SeekBasics

/// The tree of pages that the navigator of an archive or a site shows: `index/index.json`.
struct SiteIndex {
    private let content: JSONValue

    init(_ data: Data) throws(RepoError) {
        guard let content = try? JSONValue(json: data),
            content["interfaceLanguages"]["swift"].elements.count == 1
        else {
            throw RepoError("an index that docc has written cannot be read; use Swift 6.3")
        }
        self.content = content
    }

    private init(content: JSONValue) {
        self.content = content
    }

    var data: Data { content.data }

    /// The first page, with the pages below it as `children`.
    private var root: JSONValue { content["interfaceLanguages"]["swift"].elements.first ?? .null }

    private var children: [JSONValue] { root["children"].elements }

    /// The paths of the pages directly below the first one.
    var paths: Set<String> { Set(children.compactMap { $0["path"].string }) }

    /// Returns an index with the title, the topics and the order of `other`. The entries of pages that are in both
    /// indexes are taken from this one.
    func arranged(as other: SiteIndex) -> SiteIndex {
        let modules = Dictionary(children.map { ($0["path"], $0) }) { first, _ in first }
        let children = other.children.map { child in
            modules[child["path"]] ?? child.with("external", nil)
        }
        return with(root: root.with("title", other.root["title"]).with("children", .array(children)))
    }

    /// The index with the first page as its only module: if a page is below a module, the renderer of Swift 6.3 shows
    /// only the part of the navigator below that module (swift-docc-render issue 1024).
    var withOneRoot: SiteIndex {
        let children = children.map { $0["type"].string == "module" ? $0.with("type", .string("collection")) : $0 }
        return with(root: root.with("children", .array(children)))
    }

    private func with(root: JSONValue) -> SiteIndex {
        let languages = content["interfaceLanguages"].with("swift", .array([root]))
        return SiteIndex(content: content.with("interfaceLanguages", languages))
    }
}

extension JSONValue {
    /// Returns the object with another value of a member, or without the member if the value is nil.
    fileprivate func with(_ key: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members[key] = value
        return .object(members)
    }
}
