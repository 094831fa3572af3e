import Foundation
import SeekBasics
@_spi(Seek) import SeekNetworking
import Testing

@testable import SeekHTTPCache

@Suite("The protection of shared responses")
struct SharedCacheProtectionTests {
    private let url = URL(string: "https://api.example/a")
    private let other = URL(string: "https://other.example/a")

    private func protection(_ token: String = "token") throws -> SharedCacheProtection {
        let origin = try #require(url.flatMap { Origin($0) })
        return SharedCacheProtection(credential: .bearer(token), origin: origin)
    }

    @Test(
        "a response is stored if it was requested with the configured credential, or is public and sets no cookie",
        arguments: [
            (true, [:], ["Cache-Control": "private, max-age=60"], true), (true, [:], ["Set-Cookie": "a=b"], true),
            (true, ["Authorization": "Bearer x"], ["Cache-Control": "max-age=60"], false),
            (true, ["Cookie": "a=b"], ["Cache-Control": "private"], false),
            (true, ["Authorization": "Bearer x"], ["Cache-Control": "public"], true),
            (false, [:], [:], false), (false, [:], ["Cache-Control": "max-age=60"], false),
            (false, [:], ["Cache-Control": "private, max-age=60"], false),
            (false, [:], ["Cache-Control": "public, private"], false),
            (false, [:], ["Cache-Control": "private=\"set-cookie\", public"], false),
            (false, [:], ["Cache-Control": "public, max-age=60"], true),
            (false, [:], ["Cache-Control": "public", "Set-Cookie": "a=b"], false),
        ] as [(Bool, [String: String], [String: String], Bool)]
    )
    func policy(isOwnOrigin: Bool, request: [String: String], response: [String: String], expected: Bool) throws {
        func fields(_ values: [String: String]) -> HTTPFields {
            var fields = HTTPFields()
            for (name, value) in values { HTTPField.Name(name).map { fields[$0] = value } }
            return fields
        }
        let url = try #require(isOwnOrigin ? url : other)
        let isAllowed = try protection().allows(
            HTTPResponse(headerFields: fields(response)),
            to: HTTPRequest(url: url, headerFields: fields(request))
        )
        #expect(isAllowed == expected)
    }

    @Test("a response is authentic only under its key, with its credential and all its bytes")
    func seal() throws {
        let bytes = Data("content".utf8)
        let sealed = try protection().sealed(bytes, for: "key")
        #expect(try protection().opened(sealed, for: "key") == bytes)
        #expect(try protection("other").opened(sealed, for: "key") == nil)
        #expect(try protection().opened(sealed, for: "ke") == nil)
        #expect(try protection().opened(bytes, for: "key") == nil)
        #expect(try protection().opened(Data(), for: "key") == nil)
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 1
            #expect(try protection().opened(altered, for: "key") == nil)
            #expect(try protection().opened(sealed.prefix(index), for: "key") == nil)
        }
    }
}
