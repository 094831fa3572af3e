import Foundation
import SeekNetworking
import Testing

@Suite("Announced deprecations")
struct DeprecationTests {
    private static let day = Date(timeIntervalSince1970: 1_790_467_200)

    @Test(
        "are dates of RFC 9745 or of its drafts, `true`, or the date of a removal",
        arguments: [
            (["Deprecation": "@1790467200"], Deprecation(date: day)), (["Deprecation": "true"], Deprecation()),
            (["Deprecation": "Sun, 27 Sep 2026 00:00:00 GMT"], Deprecation(date: day)),
            (["Deprecation": "version=\"v1\""], Deprecation()),
            (["Deprecation": "@99999999999999999999"], Deprecation()),
            (["Deprecation": "?1", "Sunset": "Sun, 27 Sep 2026"], Deprecation(sunset: day)),
            (["Sunset": "Sun, 27 Sep 2026 00:00:00 GMT"], Deprecation(sunset: day)),
            (["Deprecation": "true", "Sunset": "soon"], Deprecation()),
        ] as [([String: String], Deprecation)]
    )
    func announced(fields: [String: String], expected: Deprecation) {
        #expect(Self.deprecation(fields) == expected)
    }

    @Test(
        "are not assumed without a field, or with one that denies or names nothing",
        arguments: [[:], ["Deprecation": "false"], ["Deprecation": "?0"], ["Deprecation": ""], ["Sunset": "soon"]]
    )
    func notAnnounced(fields: [String: String]) {
        #expect(Self.deprecation(fields) == nil)
    }

    @Test("link to the page that describes them, also with a relative link", arguments: ["deprecation", "sunset"])
    func documentation(relation: String) {
        let fields = ["Deprecation": "true", "Link": "</a?page=2>; rel=next, </docs>; rel=\"\(relation)\""]
        #expect(Self.deprecation(fields)?.documentation?.absoluteString == "https://api.example/docs")
    }

    private static func deprecation(_ fields: [String: String]) -> Deprecation? {
        let fields = HTTPFields(
            fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
        )
        return Deprecation(fields, relativeTo: URL(string: "https://api.example/b"))
    }
}
