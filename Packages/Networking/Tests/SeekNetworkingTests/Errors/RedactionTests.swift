import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Redaction")
struct RedactionTests {
    @Test(
        "replaces the secrets in all parts of a URL",
        arguments: [
            ("https://e.com/a?q=x&key=S3CRET&page=2", "https://e.com/a?q=x&key=REDACTED&page=2"),
            ("https://u:S3CRET@e.com/?Access_Token=S3CRET", "https://REDACTED:REDACTED@e.com/?Access_Token=REDACTED"),
            ("https://S3CRET@e.com/a", "https://REDACTED@e.com/a"),
            // A secret that was replaced before; the punctuation may belong to a sentence.
            ("https://e.com/?token=REDACTED).", "https://e.com/?token=REDACTED)."),
            ("https://e.com/?token=REDACTED;S3CRET", "https://e.com/?token=REDACTED"),
            ("https://e.com/monkey?monkey=1", "https://e.com/monkey?monkey=1"),
            ("https://e.com/?t%6Fken=S3CRET", "https://e.com/?t%6Fken=REDACTED"),
            ("https://e.com/?a=1;token=S3CRET;x&b=2", "https://e.com/?a=1;token=REDACTED&b=2"),
            ("https://e.com/?token=S3CRET?S3CRET;S3CRET/S3CRET&b=2", "https://e.com/?token=REDACTED&b=2"),
            ("https://e.com/?token=S3=CRET", "https://e.com/?token=REDACTED"),
            ("https://e.com/a#access_token=S3CRET&token_type=b", "https://e.com/a#access_token=REDACTED&token_type=b"),
            ("https://e.com/a#/route?id_token=S3CRET", "https://e.com/a#/route?id_token=REDACTED"),
            ("https://e.com/a;jsessionid=S3CRET/b;v=1?q=x", "https://e.com/a;jsessionid=REDACTED/b;v=1?q=x"),
            (
                "https://e.com/?next=https%3A%2F%2Fu%3AS3CRET%40f.com%2F%3Fsig%3DS3CRET&q=x",
                "https://e.com/?next=https%3A%2F%2FREDACTED%3AREDACTED%40f.com%2F%3Fsig%3DREDACTED&q=x"
            ),
            (
                "https://e.com/login?https%3A%2F%2Ff.com%2F%3Faccess_token%3DS3CRET",
                "https://e.com/login?https%3A%2F%2Ff.com%2F%3Faccess_token%3DREDACTED"
            ),
            (
                "https://e.com/proxy/https%3A%2F%2Fu%3AS3CRET%40f.com%2F;v=1/a%2Fb",
                "https://e.com/proxy/https%3A%2F%2FREDACTED%3AREDACTED%40f.com%2F;v=1/a%2Fb"
            ),
            ("https://e.com/?next=/a?sig=S3CRET", "https://e.com/?next=/a?sig=REDACTED"),
            ("https://e.com/?pageToken=CAUQAA&q=a%20b", "https://e.com/?pageToken=CAUQAA&q=a%20b"),
            ("https://medium.com/@author/x?y#z", "https://medium.com/@author/x?y#z"),
        ]
    )
    func urls(text: String, redacted: String) throws {
        #expect(Redaction.redacted(try #require(URL(string: text))) == redacted)
    }

    @Test(
        "replaces the secrets of URLs and of nested JSON in the strings of JSON",
        arguments: [
            (
                #"{"download_url":"https://e.com/f?token=S3CRET","size":1}"#,
                #"{"download_url":"https://e.com/f?token=REDACTED","size":1}"#
            ),
            (#"{"u":"https:\/\/e.com\/?a=1\u0026sig=S3CRET"}"#, #"{"u":"https://e.com/?a=1&sig=REDACTED"}"#),
            (
                #"["see https://u:S3CRET@e.com/ or /a?jwt=S3CRET."]"#,
                #"["see https://REDACTED:REDACTED@e.com/ or /a?jwt=REDACTED"]"#
            ),
            (#"{"payload":"{\"token\":\"S3CRET\",\"n\":1}"}"#, #"{"payload":"{\"token\":\"REDACTED\",\"n\":1}"}"#),
            (#"{"clone_url":"https://github.com/a/b.git","ssh_url":"git@github.com:a/b.git"}"#, nil),
            (#"{"body":"token=kept in prose \u00e9 \/ x = y","nextPageToken":"CAUQAA","license":{"key":"mit"}}"#, nil),
            (#"{"temp_clone_token":null,"two_factor_authentication":true,"a":1}"#, nil),
        ] as [(String, String?)]
    )
    func json(text: String, redacted: String?) {
        #expect(Redaction.redacted(json: Array(text.utf8)) == redacted ?? text)
    }

    @Test(
        "replaces the secrets of URLs in header fields",
        arguments: [
            ("Location", "/callback?code=S3CRET&state=1", "/callback?code=REDACTED&state=1"),
            ("Location", "//u:S3CRET@e.com/#access_token=S3CRET", "//REDACTED:REDACTED@e.com/#access_token=REDACTED"),
            (
                "Link", #"</a?token=S3CRET&page=2>; rel="next", <https://e.com/?sig=S3CRET>; rel="last""#,
                #"</a?token=REDACTED&page=2>; rel="next", <https://e.com/?sig=REDACTED>; rel="last""#
            ),
            ("Refresh", "0;url=https://e.com/?token=S3CRET", "0;url=https://e.com/?token=REDACTED"),
            ("Refresh", "5; URL='/a?token=S3CRET'", "5; URL='/a?token=REDACTED"),
            ("Content-Location", "a#id_token=S3CRET", "a#id_token=REDACTED"),
            ("Referer", "https://e.com/?password=S3CRET", "https://e.com/?password=REDACTED"),
            (
                "X-GitHub-SSO", "required; url=https://g.com/sso?authorization_request=S3CRET",
                "required; url=https://g.com/sso?authorization_request=REDACTED"
            ),
            ("Location", "/login?%2Fa%3Ftoken%3DS3CRET", "/login?%2Fa%3Ftoken%3DREDACTED"),
            ("X-Note", "100% of u@e.com, 5%25 %2525", "100% of u@e.com, 5%25 %2525"),
            ("Cache-Control", "private, max-age=60", "private, max-age=60"),
            ("ETag", #"W/"a?b=c""#, #"W/"a?b=c""#),
        ]
    )
    func fields(name: String, value: String, shown: String) throws {
        let field = HTTPField(name: try #require(HTTPField.Name(name)), value: value)
        #expect("\(field)" == "\(name): \(shown)")
    }

    @Test(
        "secrets in JSON are redacted, whatever its formatting",
        arguments: [
            (#"{"apiKey":"C4NARY"}"#, #"{"apiKey":"REDACTED"}"#), (#"{"api_key" : 4}"#, #"{"api_key" : "REDACTED"}"#),
            (#"{"token":null,"a":1}"#, #"{"token":null,"a":1}"#),
            (#"{"token":true, "jwt":false}"#, #"{"token":true, "jwt":false}"#),
            (#"{"token":nullC4NARY,"a":1}"#, #"{"token":"REDACTED","a":1}"#),
            (#"{"to\u006ben":"C4NARY"}"#, #"{"to\u006ben":"REDACTED"}"#),
            (#"{"a":"token","b":":"}"#, #"{"a":"token","b":":"}"#),
            (#"{"secret":["C4NARY",{"x":"]"}],"b":2}"#, #"{"secret":"REDACTED","b":2}"#),
            (#"{"password":"C4NARY"#, #"{"password":"REDACTED""#), (#"{"password":"#, #"{"password":"REDACTED""#),
            (#"{"password":"a\"C4NARY"}"#, #"{"password":"REDACTED"}"#),
            // In an array, "token" is not the name of a member.
            (#"["token","C4NARX"]"#, #"["token","C4NARX"]"#),
            ("", ""), (#"""#, #"""#), (#""\"#, #""\"#), ("<html>", "<html>"),
            (#"{"token":}"#, #"{"token":"REDACTED"}"#),
        ]
    )
    func members(text: String, redacted: String) {
        #expect(Redaction.redacted(json: Data(text.utf8)) == redacted)
    }

    @Test("arbitrary bytes can be redacted, and the output is bounded", arguments: 0..<50 as Range<UInt64>)
    func anyBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("{}[]\",:\\ token\"C4NARY\u{FF}".utf8)
        let bytes = (0..<200).compactMap { _ in generator.pick(alphabet) }
        let redacted = Redaction.redacted(json: bytes)
        #expect(redacted.utf8.count < 4_000)
    }
}
