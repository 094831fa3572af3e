import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct SiteRootTests {
    @Test(
        "the first page becomes the outermost parent of a page with or without other parents",
        arguments: [
            (#"{"references":{},"hierarchy":{"paths":[[]]}}"#, ["doc://R"], 1),
            (
                #"{"hierarchy":{"paths":[["doc:\/\/A","doc:\/\/A\/b"]]},"references":{"doc:\/\/A":{}}}"#,
                ["doc://R", "doc://A", "doc://A/b"], 2
            ),
        ]
    )
    func parent(page: String, parents: [String], links: Int) throws {
        let data = try #require(SiteRoot.page(Data(page.utf8), withParent: "doc://R", title: "Home"))
        let linked = try #require(JSONValue(parsing: data))
        #expect(linked["hierarchy"]["paths"].elements.first?.strings == parents)
        #expect(linked["references"]["doc://R"]["title"].string == "Home")
        guard case .object(let references) = linked["references"] else { throw RepoError("no references") }
        #expect(references.count == links)
    }

    @Test(
        "a page of an unexpected form is rejected",
        arguments: ["{}", #"{"references":{"#, #"{"hierarchy":{"paths":[[]]}}"#]
    )
    func unknown(page: String) {
        #expect(SiteRoot.page(Data(page.utf8), withParent: "doc://R", title: "Home") == nil)
    }

    private func index(_ title: String, _ children: String) throws -> SiteIndex {
        let root = #"{"title":"\#(title)","path":"/documentation","type":"module","children":[\#(children)]}"#
        return try SiteIndex(Data(#"{"interfaceLanguages":{"swift":[\#(root)]},"schemaVersion":{"minor":1}}"#.utf8))
    }

    @Test("the navigator contains the topics of the first page and, below them, the pages of the modules")
    func topics() throws {
        let modules = try index(
            "Acme",
            #"{"path":"/documentation/a","type":"module","title":"A","children":[{"title":"x"}]},{"path":"/documentation/b","title":"B"}"#
        )
        let topics = try index(
            "All",
            #"{"title":"Start","type":"groupMarker"},{"path":"/documentation/b/c","title":"C","external":true},"#
                + #"{"path":"/documentation/a","title":"A","external":true}"#
        )
        #expect(topics.paths == ["/documentation/b/c", "/documentation/a"])
        let root = JSONValue(parsing: modules.arranged(as: topics).data)?["interfaceLanguages"]["swift"].elements.first
        #expect(root?["title"].string == "All")
        #expect(root?["children"].elements.map { $0["title"].string } == ["Start", "C", "A"])
        #expect(root?["children"].elements.map { $0["children"].elements.count } == [0, 0, 1])
        #expect(root?["children"].elements[1]["external"].isNull == true)
    }

    @Test("only the first page of a site is a module in its navigator")
    func oneRoot() throws {
        let site = try index("Acme", #"{"type":"module","children":[{"type":"struct"}]},{"type":"article"}"#)
        let root = JSONValue(parsing: site.withOneRoot.data)?["interfaceLanguages"]["swift"].elements.first
        #expect(root?["type"].string == "module")
        #expect(root?["children"].elements.map { $0["type"].string } == ["collection", "article"])
    }

    @Test("an index of an unexpected form is an error")
    func unknownIndex() {
        #expect(throws: RepoError.self) { try SiteIndex(Data("{}".utf8)) }
    }
}
