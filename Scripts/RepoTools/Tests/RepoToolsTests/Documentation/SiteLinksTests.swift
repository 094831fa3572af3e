import Foundation
import Testing

@testable import RepoTools

@Suite struct SiteLinksTests {
    @Test("links to different sections of a page are found as one link, and URLs of other sites are ignored")
    func links() {
        let json = #"""
            {"a":{"url":"\/documentation\/acme\/page"},"b":{"url":"\/documentation\/acme\/page#Overview"},
            "c":{"url":"https:\/\/example.com"},"d":{"url":"\/documentation\/acme\/init(_:)"},"url":"\/documentation
            """#
        #expect(
            SiteLinks.links(in: Data(json.utf8)) == [
                "/documentation/acme/page", "/documentation/acme/init(_:)", "/documentation",
            ]
        )
        #expect(SiteLinks.links(in: Data()) == [])
    }

    @Test("a link to a page that does not exist is reported with a page that contains it")
    func broken() throws {
        let repo = try TempRepo()
        try repo.write("data/documentation/a.json", #"{"url":"\/documentation\/b"}"#)
        try repo.write("data/documentation/b.json", #"{"url":"\/documentation\/missing"}"#)
        let broken = try SiteLinks(site: repo.root).broken()
        #expect(broken.map(\.page) == ["documentation/b"])
        #expect(broken.map(\.link) == ["/documentation/missing"])
    }
}
