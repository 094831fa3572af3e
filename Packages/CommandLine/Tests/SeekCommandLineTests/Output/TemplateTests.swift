import Foundation
import SeekBasics
import Testing

@testable import SeekCommandLine

@Suite("A template")
struct TemplateTests {
    private let results = JSONValue.array([
        .object([
            "title": .string("東京\u{1B}[2J夜景"), "views": .number(7), "tags": .array([.string("a"), .string("b")]),
            "at": .string("2026-01-01T00:00:00Z"), "none": .null, "thumbnails": .object(["url": .string("u")]),
            "flag": .bool(true),
        ]),
        .object([
            "title": .string("second"), "views": .number(0), "tags": .array([]), "at": .null, "none": .null,
            "thumbnails": .object([:]), "flag": .bool(false),
        ]),
    ])
    private let fields = ["title", "views", "tags", "at", "none", "thumbnails", "flag"]

    private func text(_ template: String, isColored: Bool = false) throws -> String {
        var style = OutputStyle()
        style.isColored = isColored
        style.now.date = Date(timeIntervalSince1970: 1_767_225_600 + 7_200)
        return try Template(template, fields: fields).rendered(with: results, style: style)
    }

    @Test(
        "prints one line per result if it contains no range",
        arguments: [
            ("{{.title}}", "東京\u{FFFD}[2J夜景\nsecond\n"), ("{{.views}}: {{.flag}}", "7: true\n0: false\n"),
            ("{{.none}}{{.thumbnails.url}}", "u\n\n"), ("x", "x\nx\n"), ("{{.tags}}", "[\"a\",\"b\"]\n[]\n"),
            ("{{\"a\\tb\\\"\"}}", "a\tb\"\na\tb\"\n"),
        ]
    )
    func linePerResult(template: String, output: String) throws {
        #expect(try text(template) == output)
    }

    @Test(
        "supports ranges, conditions and functions like gh",
        arguments: [
            ("{{range .}}{{.views}},{{end}}", "7,0,"),
            ("a{{range .}}{{range .tags}}<{{.}}>{{end}}{{end}}b", "a<a><b>b"),
            ("{{if .}}{{range .}}{{.views}};{{end}}{{else}}none{{end}}", "7;0;"),
            ("{{range .}}{{if .views}}y{{else}}n{{end}}{{end}}", "yn"), ("{{range .}}{{if .none}}y{{end}}{{end}}", ""),
            (
                "{{range .}}{{if .thumbnails}}d{{end}}{{if .tags}}t{{end}}{{if .title}}T{{end}}{{if .flag}}f{{end}};{{end}}",
                "dtTf;T;"
            ),
            ("{{range .}}{{truncate 4 .title}};{{end}}", "東…;sec…;"), ("{{.title | truncate 3 | upper}}", "東…\nSE…\n"),
            ("{{range .}}{{join \", \" .tags}};{{end}}", "a, b;;"),
            ("{{range .}}{{join \"\\n\" .tags}};{{end}}", "a\nb;;"), ("{{timeago .at}}", "2 hours ago\n\n"),
            ("{{lower \"ABC\"}}", "abc\nabc\n"), ("{{json .tags}}", "[\"a\",\"b\"]\n[]\n"),
            ("{{range .}}{{.title | color \"green\"}};{{end}}", "東京\u{FFFD}[2J夜景;second;"),
            ("{{ range . }}{{ .views }}{{\"\\n\"}}{{ end }}", "7\n0\n"),
            ("{{range .}}{{range .tags}}<{{.}}>{{else}}none{{end}};{{end}}", "<a><b>;none;"),
            ("{{range . -}}\n  a {{- .views}} b\n{{- /* a comment */ -}}  \n{{end}}", "a7 ba0 b"),
            ("{{/* a comment */}}{{.views}}", "7\n0\n"), ("{{- .views -}}", "7\n0\n"),
        ]
    )
    func rangesConditionsAndFunctions(template: String, output: String) throws {
        #expect(try text(template) == output)
    }

    @Test(
        "supports printf, len and parentheses like gh",
        arguments: [
            ("{{printf \"%s: %d|\" .title .views}}", "東京\u{FFFD}[2J夜景: 7|\nsecond: 0|\n"),
            (
                "{{printf \"%-8s|%3d|%03d|%v\" (truncate 3 .title) .views .views .flag}}",
                "東…     |  7|007|true\nse…     |  0|000|false\n"
            ),
            ("{{.views | printf \"%.1f%%\"}}", "7.0%\n0.0%\n"),
            ("{{printf \"%q\" \"a\\\"b\"}}", "\"a\\\"b\"\n\"a\\\"b\"\n"),
            ("{{len .tags}}{{len .thumbnails}}{{len .title}}{{len .none}}", "21160\n0060\n"),
            ("{{if (len .tags)}}y{{else}}n{{end}}", "y\nn\n"), ("{{len (join \"\" .tags | upper)}}", "2\n0\n"),
        ]
    )
    func formats(template: String, output: String) throws {
        #expect(try text(template) == output)
    }

    @Test(
        "prints tables: aligned and truncated on a terminal, elsewhere tab-separated",
        arguments: [
            ("{{tablerow .title .views}}", nil, "東京\u{FFFD}[2J夜景\t7\nsecond\t0\n"),
            ("{{tablerow .title .views}}", 80, "東京\u{FFFD}[2J夜景  7\nsecond        0\n"),
            ("{{tablerow .title .views}}", 9, "東京\u{FFFD}…  7\nsecond  0\n"),
            (
                "{{range .}}{{tablerow (upper .title | color \"red\") .flag}}{{end}}{{tablerender}}end", 80,
                "東京\u{FFFD}[2J夜景  true\nSECOND        false\nend"
            ),
            ("{{range .}}{{tablerow .views}}{{tablerender}}-{{end}}", nil, "7\n-0\n-"),
            ("{{tablerender}}a", 80, "a\na\n"),
        ] as [(String, Int?, String)]
    )
    func tables(template: String, width: Int?, output: String) throws {
        let template = try Template(template, fields: fields)
        #expect(template.rendered(with: results, style: OutputStyle(), width: width) == output)
    }

    @Test("colors values if color is enabled")
    func coloredValues() throws {
        #expect(
            try text("{{color \"green\" .views}}", isColored: true) == "\u{1B}[32m7\u{1B}[0m\n\u{1B}[32m0\u{1B}[0m\n"
        )
        #expect(try text("{{color \"green\" .title}}", isColored: true).hasPrefix("\u{1B}[32m東京\u{FFFD}[2J夜景\u{1B}[0m"))
        // Functions after `color` do not change or cut the escape sequences.
        #expect(
            try text("{{.title | color \"green\" | truncate 3 | upper}}", isColored: true)
                == "\u{1B}[32m東…\u{1B}[0m\n\u{1B}[32mSE…\u{1B}[0m\n"
        )
    }

    @Test(
        "preserves the control characters of its own strings in all functions",
        arguments: [
            ("{{upper \"a\\tb\"}}", "A\tB\n"), ("{{lower \"A\\nB\"}}", "a\nb\n"),
            ("{{truncate 9 \"a\\tb\"}}", "a\tb\n"), ("{{\"a\\tb\" | truncate 9 | upper}}", "A\tB\n"),
            ("{{color \"red\" \"a\\tb\"}}", "a\tb\n"), ("{{join \"\\t\" .tags | upper}}", "A\tB\n"),
            ("{{.title | upper | lower | truncate 20}}", "東京\u{FFFD}[2j夜景\n"),
        ]
    )
    func ownControlCharacters(template: String, firstLines: String) throws {
        let output = try text(template)
        #expect(output.hasPrefix(firstLines), "\(output)")
    }

    @Test(
        "is rejected with an explanation if it is invalid",
        arguments: [
            ("{{.titel}}", "character 1: unknown field 'titel'; valid: title, views"),
            ("{{.title.size}}", "the field 'title' has no members; write {{.title}}"),
            ("", "--template is empty"), ("ab{{.title", "character 3: missing closing braces"),
            ("{{range .}}", "has no {{end}}"), ("{{end}}", "unexpected {{end}}"),
            ("{{else}}", "unexpected {{else}}"),
            ("{{if .title}}{{else if .views}}{{end}}", "{{else}} has no arguments; put {{if}}...{{end}} after it"),
            ("{{range .}}{{else}}{{else}}{{end}}", "{{range}} has two {{else}}"), ("{{/* a", "end of the comment"),
            ("{{/* a */ .title}}", "text after the comment"), ("{{- -}}", "empty braces"),
            ("{{if .title}}", "has no {{end}}"),
            ("{{}}", "empty braces"), ("{{upper}}", "upper takes 1 argument, not 0"),
            ("{{.title .views}}", "expected one value, not 2"), ("{{printf \"%x\" .views}}", "a verb other than %s"),
            ("{{printf \"%s\"}}", "has 1 verb for 0 values"), ("{{printf .title}}", "must be a string"),
            ("{{printf}}", "printf takes at least 1 argument, not 0"),
            ("{{upper (.title}}", "missing closing parenthesis"),
            ("{{upper .title)}}", "')' without '('"), ("{{tablerender .}}", "takes 0 arguments, not 1"),
            ("{{trunc 3 .title}}", "unknown function 'trunc'"), ("{{truncat 3 .title}}", "did you mean 'truncate'?"),
            ("{{truncate .title .title}}", "a number of columns"), ("{{truncate 0 .title}}", "a number of columns"),
            ("{{color \"pink\" .title}}", "unknown color 'pink'; valid: blue"),
            ("{{color .title .title}}", "must be a color name"),
            ("{{join .title .tags}}", "must be a string"), ("{{\"a}}", "missing closing \""),
            ("{{\"\\x\"}}", "invalid escape"),
            ("{{.title |}}", "missing value"), ("{{| upper}}", "missing value"),
            ("{{.title | .views}}", "must be followed by a function"),
            ("{{range .}}{{end}}{{.title}}", "use it inside {{range .}}"), ("{{..a}}", "not a field"),
            ("{{$x}}", "not a value"),
            ("{{.title}x}", "single '}'"), ("{{if .none}}{{else}}{{else}}{{end}}", "{{if}} has two {{else}}"),
        ]
    )
    func invalidTemplates(template: String, message: String) throws {
        let error = #expect(throws: UsageError.self) { try Template(template, fields: fields) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test("without {{…}} is rejected with an example of a field")
    func noField() async {
        let outcome = await seek("videos", "x", "--template", "title")
        #expect(outcome.status == .usage)
        #expect(outcome.messages == "seek: the template 'title' has no {{…}}; write fields as {{.url}}\n")
    }
}
