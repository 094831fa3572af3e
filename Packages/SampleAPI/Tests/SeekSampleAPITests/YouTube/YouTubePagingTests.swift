import Foundation
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("search.list, page by page")
struct YouTubePagingTests {
    let client: Client

    init() throws {
        client = try Client()
    }

    @Test(
        "following the tokens returns every match exactly once, forwards and backwards",
        arguments: [1, 2, 3, 7, 25, 39, 40, 41, 50]
    )
    func everyMatchOnce(size: Int) throws {
        let query = "part=id&q=swift&type=video&maxResults=\(size)"
        var ids: [String] = []
        var pages: [[String]] = []
        var token: String? = ""
        var response = try client.youTube(query)
        while let current = token {
            response = try client.youTube(query + (current.isEmpty ? "" : "&pageToken=\(current)"))
            let page = response.items.compactMap { $0["id"]["videoId"].string }
            #expect(!page.isEmpty)
            ids += page
            pages.append(page)
            token = response.json["nextPageToken"].string
        }
        #expect(ids.count == 40)
        #expect(Set(ids).count == 40)
        #expect(ids.count == response.json["pageInfo"]["totalResults"].integer)
        for page in pages.dropLast().reversed() {
            let previous = try #require(response.json["prevPageToken"].string)
            response = try client.youTube("\(query)&pageToken=\(previous)")
            #expect(response.items.compactMap { $0["id"]["videoId"].string } == page)
        }
        #expect(response.json["prevPageToken"].string == nil)
    }

    @Test("a page has 5 results by default")
    func defaultSize() throws {
        #expect(try client.youTube("part=id&q=swift").items.count == 5)
    }

    @Test("maxResults=0 returns neither results nor a token")
    func sizeZero() throws {
        let empty = try client.youTube("part=id&q=swift&maxResults=0").json
        #expect(empty["items"].elements.isEmpty)
        #expect(empty["nextPageToken"].string == nil)
    }

    @Test("a token is valid only for its search, but page size, parts, fields and parameter order may change")
    func tokenBinding() throws {
        let token = try #require(client.youTube("part=id&q=swift&type=video").json["nextPageToken"].string)
        for query in ["q=swift&type=video&maxResults=50", "q=swift&type=video&fields=items", "type=video&q=swift"] {
            #expect(try client.youTube("part=snippet&\(query)&pageToken=\(token)").status == 200)
        }
        for query in ["q=noodles&type=video", "q=swift", "q=swift&type=video&order=date"] {
            #expect(try client.youTube("part=id&\(query)&pageToken=\(token)").status == 400, "\(query)")
        }
    }

    @Test("an invalid token is rejected", arguments: ["x", "CAUQAA", "C-1QAA", "CZZZZZZZZZZZZZZQAA", "東"])
    func invalidToken(token: String) throws {
        let response = try client.youTube("part=id&q=swift&pageToken=\(token.encoded)")
        #expect(response.status == 400)
        #expect(response.json["error"]["errors"][0]["reason"].string == "invalidPageToken")
        #expect(response.json["error"]["errors"][0]["location"].string == "pageToken")
    }
}
