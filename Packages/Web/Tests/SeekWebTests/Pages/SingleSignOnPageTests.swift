import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The single sign-on of an organization")
struct SingleSignOnPageTests {
    private static let reference = "https://github.com/orgs/o/sso?authorization_request=AB&x=1"

    @Test(
        "the page that authorizes the token is a link, unless it is elsewhere or not encrypted",
        arguments: [
            (reference, true), ("https://evil.example/orgs/o/sso", false), ("http://github.com/orgs/o/sso", false),
            ("https://github.com.evil.example/orgs/o/sso", false), ("javascript:alert(1)", false),
        ]
    )
    func link(address: String, isLink: Bool) async throws {
        let name = HTTPField.Name("X-GitHub-SSO")
        let fields: HTTPFields = [.contentType: "application/json", name: "required; url=\(address)"]
        let context = try WebContext(reply: { request in
            guard request.url.path.hasPrefix("/search") else { return nil }
            let body = Data(#"{"message":"Resource protected by organization SAML enforcement."}"#.utf8)
            return .response(HTTPResponse(status: 403, headerFields: fields, body: body))
        })
        let page = try await Site(context).page("/?q=swift&kinds=repository")
        let link =
            "<a href=\"https://github.com/orgs/o/sso?authorization_request=AB&amp;x=1\" "
            + "rel=\"noopener noreferrer\">github.com</a>"
        #expect(page.contains(link) == isLink)
        #expect(page.contains("href=\"\(address)") == false)
        #expect(page.contains("denied access"))
    }
}
