import Foundation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("The images of the sample data")
struct SampleImagesTests {
    let client: Client

    init() throws {
        client = try Client()
    }

    func image(_ url: String) throws -> JSONResponse { try client.send(url, [:]) }

    @Test("the URLs of images in responses refer to images on the same server")
    func links() throws {
        let search = try client.youTube("part=snippet&q=swift&type=video,channel,playlist&maxResults=50").json
        let thumbnails = search["items"].elements.flatMap { item in
            (item["snippet"]["thumbnails"].object ?? [:]).compactMap { $0.value["url"].string }
        }
        #expect(thumbnails.count > 150)
        let repositories = try client.gitHub("/search/repositories?q=swift").items
        let issues = try client.gitHub("/search/issues?q=crash+is:issue").items
        let users = try client.gitHub("/search/users?q=octocat").items
        let accounts = repositories.map { $0["owner"] } + issues.map { $0["user"] } + users.prefix(1)
        let avatars = accounts.compactMap { $0["avatar_url"].string }
        #expect(avatars.count == accounts.count)
        for url in Set(thumbnails + avatars) {
            #expect(url.hasPrefix("http://127.0.0.1:8080/images/"))
            #expect(try image(url).status == 200, "\(url)")
        }
    }

    @Test("the details of a video have the same thumbnail as the search")
    func details() throws {
        let thumbnail = { (item: JSONValue) in item["snippet"]["thumbnails"]["medium"]["url"].string }
        let video = try client.youTube("part=snippet&q=swift&type=video").json["items"][0]
        let id = try #require(video["id"]["videoId"].string)
        let details = try client.youTube("part=snippet&id=\(id)", method: "videos").json["items"][0]
        let expected = try #require(thumbnail(video))
        #expect(thumbnail(details) == expected)
    }

    @Test("the URLs of images contain the host that the client addressed")
    func host() throws {
        let fields: HTTPFields = [.userAgent: "tests", .host: "localhost:9"]
        let owner = try client.gitHub("/users/octocat/repos", fields: fields).json[0]["owner"]
        #expect(
            owner["avatar_url"].string == "http://localhost:9/images/avatars.githubusercontent.com/u/269?v=4"
        )
    }

    @Test(
        "an image is a small PNG file with the expected width and height",
        arguments: [
            ("i.ytimg.com/vi/abc/mqdefault.jpg", 192, 108), ("yt3.ggpht.com/abc=s88", 72, 72),
            ("avatars.githubusercontent.com/u/269?v=4", 72, 72),
        ]
    )
    func format(path: String, width: UInt8, height: UInt8) throws {
        let response = try image("/images/\(path)")
        let body = [UInt8](response.http.body)
        #expect(response[field: .contentType] == "image/png")
        #expect(body.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        // The width and the height in the IHDR chunk.
        #expect(body[16..<24] == [0, 0, 0, width, 0, 0, 0, height])
        #expect(body.count < 12_000)
        // The checksum of an IEND chunk is the same in every file.
        #expect(body.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    @Test(
        "all sizes of an image are the same file, and different images are different files",
        arguments: [
            ("i.ytimg.com/vi/abc/default.jpg", "i.ytimg.com/vi/abc/maxresdefault.jpg", true),
            ("i.ytimg.com/vi/abc/default.jpg", "i.ytimg.com/vi/abd/default.jpg", false),
            ("yt3.ggpht.com/abc=s88", "yt3.ggpht.com/abc=s800", true),
            ("yt3.ggpht.com/abc=s88", "yt3.ggpht.com/abd=s88", false),
        ]
    )
    func pictures(path: String, otherPath: String, isSame: Bool) throws {
        let bodies = try [path, otherPath].map { try image("/images/\($0)").http.body }
        #expect((bodies[0] == bodies[1]) == isSame)
    }

    @Test(
        "a path that is not the URL of an image returns 404",
        arguments: ["/images", "/images/i.ytimg.com", "/images/example.com/a.png", "/images//"]
    )
    func missing(path: String) throws {
        #expect(try image(path).status == 404)
    }

    @Test("images support HEAD, but not POST")
    func methods() throws {
        let path = "/images/i.ytimg.com/vi/a/default.jpg"
        #expect(try client.send(path, [:], method: .post).status == 404)
        #expect(try client.send(path, [:], method: .head).status == 200)
    }
}
