import Foundation
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("Repositories of a user or an organization")
struct GitHubListTests {
    let client: Client

    init() throws {
        client = try Client()
    }

    func names(_ target: String) throws -> [String] {
        try client.gitHub(target).json.elements.compactMap { $0["name"].string }
    }

    @Test("a response has GitHub's header fields and members")
    func shape() throws {
        let response = try client.gitHub("/users/octocat/repos?per_page=3")
        #expect(response.status == 200)
        #expect(response[field: .contentType] == "application/json; charset=utf-8")
        #expect(response[field: .cacheControl] == "private, max-age=60, s-maxage=60")
        #expect(response[field: .vary] == "Accept, Authorization, Cookie, X-GitHub-OTP")
        #expect(response[field: .eTag]?.hasPrefix("W/\"") == true)
        let repository = response.json[0]
        #expect(repository.keys.count > 75)
        #expect(repository["full_name"].string == "octocat/aquarium-template")
        #expect(repository["owner"]["login"].string == "octocat")
        #expect(repository["html_url"].string == "https://github.com/octocat/aquarium-template")
        #expect(repository["url"].string == "http://127.0.0.1:8080/repos/octocat/aquarium-template")
        #expect(repository["permissions"]["pull"].bool == true)
        #expect(repository["license"]["spdx_id"].string == "MIT")
    }

    @Test("null remains null, and a missing member remains missing")
    func nulls() throws {
        let all =
            try client.gitHub("/users/papercranes/repos?per_page=100").json.elements
            + client.gitHub("/users/swiftlet-works/repos?per_page=100").json.elements
        let named = { (name: String) in try #require(all.first { $0["name"].string == name }) }
        #expect(try named("paper-sizes").object?["stargazers_count"] == .null)
        #expect(try !named("website").keys.contains("stargazers_count"))
        #expect(try named("docs").object?["language"] == .null)
        #expect(try named("docs").object?["license"] == .null)
    }

    @Test(
        "following the links returns every repository exactly once",
        arguments: [1, 7, 30, 64, 65, 99, 100],
        ["user", "search"]
    )
    func everyRepositoryOnce(size: Int, kind: String) throws {
        // Small pages require more requests than the default limits permit.
        var configuration = SampleAPIConfiguration()
        configuration.tokenLimits = .init(core: 1000, search: 1000)
        let client = try Client(configuration)
        var next: String? =
            kind == "user"
            ? "/users/manyrepos/repos?per_page=\(size)"
            : "/search/repositories?q=user:manyrepos&sort=stars&per_page=\(size)"
        var names: [String] = []
        var pages = 0
        while let target = next {
            let response = try client.gitHub(target)
            let items = kind == "user" ? response.json : response.json["items"]
            names += items.elements.compactMap { $0["name"].string }
            next = response.http.nextLink?.absoluteString
            pages += 1
        }
        #expect(names.count == 130)
        #expect(Set(names).count == 130)
        #expect(pages == (130 + size - 1) / size)
    }

    @Test("the Link field has GitHub's relations for each page, with URLs of the server")
    func links() throws {
        let relations = { (page: Int) in
            let field = try client.gitHub("/users/manyrepos/repos?per_page=50&sort=pushed&page=\(page)")[field: .link]
            return field?.components(separatedBy: ", ")
        }
        let link = { (page: Int, relation: String) in
            "<http://127.0.0.1:8080/user/4400000130/repos?per_page=50&sort=pushed&page=\(page)>; rel=\"\(relation)\""
        }
        #expect(try relations(1) == [link(2, "next"), link(3, "last")])
        #expect(try relations(2) == [link(1, "prev"), link(3, "next"), link(3, "last"), link(1, "first")])
        #expect(try relations(3) == [link(2, "prev"), link(1, "first")])
        #expect(try relations(9) == [link(3, "prev"), link(1, "first")])
        #expect(try client.gitHub("/users/octocat/repos")[field: .link] == nil)
        #expect(try client.gitHub("/users/emptyhanded/repos")[field: .link] == nil)
    }

    @Test("links use the host that the client sent if it is valid")
    func originOfLinks() throws {
        let fields: HTTPFields = [.userAgent: "tests", .host: "localhost:9999"]
        let response = try client.gitHub("/orgs/kumquat-labs/repos?per_page=5", fields: fields)
        #expect(
            response.http.nextLink?.absoluteString
                == "http://localhost:9999/organizations/120044871/repos?per_page=5&page=2"
        )
        #expect(try client.gitHub("/organizations/120044871/repos?per_page=5&page=2").json.elements.count == 5)
        let broken = try client.gitHub("/users/manyrepos/repos", fields: [.userAgent: "tests", .host: "a b"])
        #expect(broken.http.nextLink?.host() == "127.0.0.1")
    }

    @Test(
        "sort and direction are applied; the default is the name for users and the creation date for organizations",
        arguments: [("created", "created_at"), ("updated", "updated_at"), ("pushed", "pushed_at")]
    )
    func sorting(sort: String, key: String) throws {
        let dates = try client.gitHub("/users/octocat/repos?sort=\(sort)").json.elements.compactMap { $0[key].string }
        #expect(dates == dates.sorted(by: >))
        #expect(dates.count == 11)
        let ascending = try client.gitHub("/users/octocat/repos?sort=\(sort)&direction=asc").json.elements.compactMap {
            $0[key].string
        }
        #expect(ascending == dates.sorted())
        let byName = try names("/users/octocat/repos").map { $0.lowercased() }
        #expect(byName == byName.sorted())
        #expect(try names("/users/octocat/repos?sort=nonsense").map { $0.lowercased() } == byName)
        #expect(try names("/users/octocat/repos?direction=desc").map { $0.lowercased() } == byName.reversed())
        let newest = try client.gitHub("/orgs/papercranes/repos").json.elements.compactMap { $0["created_at"].string }
        #expect(newest == newest.sorted(by: >))
    }

    @Test(
        "invalid values of page and per_page become GitHub's defaults and limits; a page after the last is empty",
        arguments: [
            ("per_page=1000", 100), ("per_page=0", 30), ("per_page=x", 30), ("per_page=-3", 30), ("page=0", 30),
            ("page=-1", 30), ("page=x", 30), ("page=6", 0), ("page=9223372036854775807&per_page=100", 0), ("", 30),
        ]
    )
    func ranges(query: String, count: Int) throws {
        #expect(try names("/users/manyrepos/repos?\(query)").count == count)
    }

    @Test(
        "the type parameter selects the matching repositories",
        arguments: [("all", 11), ("owner", 11), ("member", 0), ("forks", 1), ("sources", 10), ("private", 0)]
    )
    func types(type: String, count: Int) throws {
        #expect(try names("/users/octocat/repos?type=\(type)").count == count)
    }

    @Test(
        "logins are case-insensitive; an unknown login, organization or path returns 404",
        arguments: [
            ("/users/OctoCat/repos", 200), ("/users/emptyhanded/repos", 200), ("/orgs/papercranes/repos", 200),
            ("/users/papercranes/repos", 200), ("/users/nobody-at-all/repos", 404), ("/orgs/octocat/repos", 404),
            ("/user/1/repos", 404), ("/user/x/repos", 404), ("/users/octocat", 404), ("/users/octocat/stars", 404),
            ("/teams/octocat/repos", 404), ("/", 404),
        ]
    )
    func logins(path: String, status: Int) throws {
        let response = try client.gitHub(path)
        #expect(response.status == status)
        if status == 404 {
            #expect(response.json.keys == ["message", "documentation_url", "status"])
            #expect(response.json["message"].string == "Not Found")
            #expect(response.json["status"].string == "404")
        }
    }

    @Test("a request with the current ETag returns 304; ETags differ between credentials")
    func notModified() throws {
        let tag = try #require(client.gitHub("/users/octocat/repos")[field: .eTag])
        let otherScheme = try client.gitHub(
            "/users/octocat/repos",
            fields: [.userAgent: "tests", .authorization: "token demo-token", .ifNoneMatch: tag]
        )
        #expect(otherScheme.status == 200)
        let unchanged = try client.gitHub(
            "/users/octocat/repos",
            fields: [.userAgent: "tests", .authorization: "Bearer demo-token", .ifNoneMatch: tag]
        )
        #expect(unchanged.status == 304)
        #expect(unchanged.http.body.isEmpty)
        #expect(unchanged[field: .eTag] == tag)
        let firstPage = "/users/octocat/repos?per_page=1"
        let page = try client.gitHub(firstPage)
        let unchangedPage = try client.gitHub(
            firstPage,
            fields: [.userAgent: "tests", .authorization: "Bearer demo-token", .ifNoneMatch: page[field: .eTag] ?? ""]
        )
        #expect(page[field: .link] != nil)
        #expect(unchangedPage.status == 304)
        #expect(unchangedPage[field: .link] == nil)
        let anonymous = try client.gitHub("/users/octocat/repos", fields: [.userAgent: "tests"])
        #expect(anonymous[field: .eTag] != tag)
        #expect(anonymous[field: .cacheControl] == "public, max-age=60, s-maxage=60")
    }

    @Test("an issue and a pull request are returned by their number, also after the repository was renamed")
    func issues() throws {
        let issue = try client.gitHub("/repos/octocat/Hello-World/issues/18")
        #expect(issue.json["title"] == "Hello is not said at night")
        #expect(issue.json["score"].isNull)
        #expect(
            try client.gitHub("/repos/octocat/Hello-World/issues/20").json["pull_request"]["merged_at"].string != nil
        )
        #expect(try client.gitHub("/repos/octocat/Hello-World/issues/999").status == 404)
        #expect(try client.gitHub("/repos/octocat/nothing/issues/1").status == 404)
        let formerName = "octocat/runcible-spoon"
        let moved = try client.gitHub("/repos/\(formerName)/issues/1")
        #expect(moved.status == 301)
        #expect(moved[field: .location]?.hasSuffix("/issues/1") == true)
    }

    @Test("DELETE returns 404, and HEAD is permitted")
    func methods() throws {
        #expect(try client.send("/users/octocat/repos", [.userAgent: "tests"], method: .delete).status == 404)
        #expect(try client.send("/users/octocat/repos", [.userAgent: "tests"], method: .head).status == 200)
    }
}
