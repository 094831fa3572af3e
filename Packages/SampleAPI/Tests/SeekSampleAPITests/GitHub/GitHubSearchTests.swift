import Foundation
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("search/repositories")
struct GitHubSearchTests {
    let client: Client

    init() throws {
        client = try Client(SampleAPIConfiguration(tokenLimits: .init(core: 1000, search: 1000)))
    }

    func names(_ query: String, _ furtherParameters: String = "") throws -> [String] {
        let response = try client.gitHub("/search/repositories?per_page=100&q=\(query.encoded)\(furtherParameters)")
        #expect(response.status == 200, "\(query): \(String(decoding: response.http.body, as: UTF8.self).prefix(300))")
        return response.items.compactMap { $0["full_name"].string }
    }

    func count(_ query: String) throws -> Int {
        try #require(
            client.gitHub("/search/repositories?per_page=1&q=\(query.encoded)").json["total_count"].integer,
            "\(query)"
        )
    }

    @Test("a response has GitHub's members and links, no ETag, and Cache-Control: no-cache")
    func shape() throws {
        let response = try client.gitHub("/search/repositories?q=swift&per_page=2")
        #expect(response.json.keys == ["total_count", "incomplete_results", "items"])
        #expect(response.json["incomplete_results"].bool == false)
        #expect(response.json["items"][0]["score"].integer == 1)
        #expect(response[field: .eTag] == nil)
        #expect(response[field: .cacheControl] == "no-cache")
        let list = "http://127.0.0.1:8080/search/repositories?q=swift&per_page=2"
        let lastPage = (try count("swift") + 1) / 2
        #expect(
            response[field: .link]
                == "<\(list)&page=2>; rel=\"next\", <\(list)&page=\(lastPage)>; rel=\"last\""
        )
    }

    @Test(
        "words and qualifiers select the matching repositories",
        arguments: [
            ("tetris", ["night-owl-dev/tetris-asm"]), ("TETRIS language:assembly", ["night-owl-dev/tetris-asm"]),
            ("夜景", ["yoru-tools/yakei", "yoru-tools/furigana-html"]), ("折り", ["papercranes/orizuru"]),
            ("web & framework language:swift", ["kumquat-labs/kumquat-swift"]),
            ("cafe", ["mirabelle-codes/cafe-finder"]),
            ("diacritics folded", ["mirabelle-codes/swift-accents"]),
            ("swift topic:json", ["swiftlet-works/swift-feather"]),
            ("\"stars are\"", ["tinytelescope/platesolve"]), ("user:octocat swift", ["octocat/swift-octopus"]),
            ("user:octocat in:name swift", ["octocat/swift-octopus"]),
            ("org:papercranes topic:svg", ["papercranes/orizuru"]),
            ("repo:octocat/Hello-World", ["octocat/Hello-World"]),
            // The word occurs only in a name.
            ("zest in:description", []),
            ("language:\"Vim Script\"", ["night-owl-dev/vim-owl"]),
            ("fork:only swift", ["swiftlet-works/swift-syntax-fork"]),
            ("tetris OR orizuru", ["night-owl-dev/tetris-asm", "papercranes/orizuru"]),
            ("octocat AND api", ["octocat/Hello-World"]), ("zzzz", []), ("&&&", []), ("swift in:readme", []),
        ]
    )
    func matches(query: String, expected: [String]) throws {
        #expect(Set(try names(query)) == Set(expected))
    }

    @Test("operators and repeated qualifiers narrow or extend the results")
    func operatorsAndQualifiers() throws {
        // The other numbers are those of repositories in the sample data.
        let swift = try count("swift")
        #expect(try count("swift NOT json") == swift - count("swift json"))
        #expect(try count("swift -json") == swift - count("swift json"))
        #expect(try count("swift -\"package swift\"") == swift)
        #expect(try count("swift archived:true") + count("swift archived:false") == swift)
        #expect(try count("swift language:swift") + count("swift -language:swift") == swift)
        #expect(try count("swift template:true") == 1)
        #expect(try count("swift is:template") == 1)
        #expect(try count("swift is:public") == swift)
        #expect(try count("swift fork:true") == swift + 1)
        #expect(try count("user:octocat") == 10)
        #expect(try count("user:octocat fork:true") == 11)
        #expect(try count("user:octocat user:yoru-tools") == 18)
        #expect(try count("language:go language:rust user:kumquat-labs") == 3 + 5)
        #expect(try count("user:manyrepos license:mit") == 86)
        #expect(try count("user:manyrepos -license:mit") == 44)
    }

    @Test(
        "two complementary ranges or values together select all repositories",
        arguments: [
            ("stars:>4000", "stars:<=4000"), ("stars:>=4120", "stars:<4120"), ("stars:100..200", "-stars:100..200"),
            ("stars:*..50", "stars:51..*"), ("stars:0", "stars:>0"), ("forks:>10", "forks:0..10"),
            ("size:<1000", "size:>=1000"),
            ("topics:>2", "topics:0..2"), ("created:<2020-01-01", "created:>=2020-01-01"),
            ("pushed:>2024-06-30", "pushed:<=2024-06-30"),
            ("created:2016-01-01..2019-12-31", "-created:2016-01-01..2019-12-31"),
            ("created:<2020-01-01T00:00:00Z", "created:>=2020-01-01T00:00:00Z"), ("archived:true", "archived:false"),
        ]
    )
    func ranges(one: String, other: String) throws {
        let (oneCount, otherCount) = (try count("\(one) fork:true"), try count("\(other) fork:true"))
        #expect(oneCount > 0)
        #expect(otherCount > 0)
        // The number of repositories in the sample data.
        #expect(oneCount + otherCount == 251)
    }

    @Test(
        "an invalid range or value matches nothing",
        arguments: ["stars:many", "stars:=>5", "stars:1..x", "created:soon", "is:lost"]
    )
    func invalidRanges(query: String) throws {
        #expect(try count(query) == 0)
    }

    @Test("sort and order are applied; best match ignores order, and ranks a popular match in a name first")
    func sorting() throws {
        let results = { (parameters: String) in
            try client.gitHub("/search/repositories?q=swift&per_page=100&\(parameters)").items
        }
        let stars = try results("sort=stars").map { $0["stargazers_count"].integer ?? 0 }
        #expect(stars == stars.sorted(by: >))
        #expect(stars.count > 35)
        let ascending = try results("sort=stars&order=asc").map { $0["stargazers_count"].integer ?? 0 }
        #expect(ascending == stars.sorted())
        let forks = try results("sort=forks").compactMap { $0["forks_count"].integer }
        #expect(forks == forks.sorted(by: >))
        let updated = try results("sort=updated").compactMap { $0["updated_at"].string }
        #expect(updated == updated.sorted(by: >))
        #expect(try names("swift").first == "swiftlet-works/swift-feather")
        #expect(try names("swift", "&order=asc").first == "swiftlet-works/swift-feather")
    }

    @Test(
        "a query that GitHub rejects returns 422 with the reason",
        arguments: [
            ("", "missing"), ("q=", "missing"), ("q=%20%20", "missing"),
            ("q=\(String(repeating: "x", count: 257))", "longer than 256"),
            ("q=a+OR+b+OR+c+OR+d+OR+e+OR+f+OR+g", "More than five"),
            ("q=a+AND+b+NOT+c+OR+d+AND+e+NOT+f+AND+g", "More than five"),
            ("q=\(Array(repeating: "xxx", count: 65).joined(separator: "+"))", "longer than 256"),
            ("q=%22\(String(repeating: "x", count: 255))%22", "longer than 256"),
            ("q=OR+language:swift", "only logical operators"), ("q=x+repo:octocat/nothing", "cannot be searched"),
            ("q=user:nobody-at-all", "cannot be searched"), ("q=x+org:nobody-at-all", "cannot be searched"),
        ]
    )
    func rejectedQueries(query: String, reason: String) throws {
        let response = try client.gitHub("/search/repositories?\(query)")
        #expect(response.status == 422)
        #expect(response.json["message"].string == "Validation Failed")
        #expect(response.json["status"].string == "422")
        let error = response.json["errors"][0]
        #expect(error["resource"].string == "Search")
        #expect(error["field"].string == "q")
        #expect((error["message"].string ?? error["code"].string ?? "").contains(reason))
    }

    @Test("256 characters, five operators and long qualifiers are within the limits")
    func withinLimits() throws {
        #expect(try count(String(repeating: "x", count: 256)) == 0)
        #expect(try count("a OR b OR c OR d OR e OR tetris") > 0)
        #expect(try count(Array(repeating: "language:swift", count: 30).joined(separator: " ")) > 0)
        #expect(try count(Array(repeating: "xxx", count: 64).joined(separator: " ")) == 0)
    }

    @Test(
        "a page that begins after the first 1,000 results returns 422; the page before it returns 200",
        arguments: [
            ("page=11&per_page=100", 422), ("page=10&per_page=100", 200), ("page=1001&per_page=1", 422),
            ("page=1000&per_page=1", 200),
        ]
    )
    func pagingLimit(query: String, status: Int) throws {
        let response = try client.gitHub("/search/repositories?q=swift&\(query)")
        #expect(response.status == status)
        if status == 422 {
            #expect(response.json["message"].string == "Only the first 1000 search results are available")
        }
    }
}
