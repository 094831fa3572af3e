import Testing

@testable import RepoTools

@Suite struct ConditionalCodeTests {
    private static let modules = ["Glibc": ["Linux"], "Darwin": ["iOS", "macOS"]]

    @Test(
        "the condition of an #if is true, false or unknown for a platform",
        arguments: [
            ("os(Linux)", true, false), ("!os(Linux)", false, true), ("os(Linux) || os(macOS)", true, true),
            ("canImport(Glibc)", true, false), ("canImport(Darwin)", false, true), ("canImport(Other)", nil, nil),
            ("DEBUG", nil, nil), ("compiler(>=6.2)", nil, nil), ("os(Linux) && DEBUG", nil, false),
            ("os(Linux) || DEBUG", true, nil), ("!(os(Linux) && !canImport(Glibc))", true, true), ("!DEBUG", nil, nil),
            ("os(iOS) || os(tvOS) && DEBUG", false, false), ("", nil, nil),
        ] as [(String, Bool?, Bool?)]
    )
    func values(text: String, onLinux: Bool?, onMac: Bool?) {
        let condition = PlatformCondition(text, modules: Self.modules)
        #expect(condition.value(on: "Linux") == onLinux)
        #expect(condition.value(on: "macOS") == onMac)
    }

    @Test(
        "each line has the platforms for which it may be compiled",
        arguments: [
            // L is Linux, i is iOS, and m is macOS.
            ("a", ["Lim"]), ("#if os(Linux)\na\n#else\nb\n#endif\nc", ["L", "im", "Lim"]),
            ("#if os(Linux)\na\n#elseif os(iOS)\nb\n#else\nc\n#endif", ["L", "i", "m"]),
            ("\t#if os(Linux)\r\na\r\n  #else\r\nb\r\n#endif\r\nc", ["L", "im", "Lim"]),
            ("#if(os(Linux))\na\n#elseif(os(iOS))\nb\n#endif // Linux", ["L", "i"]),
            ("#if DEBUG\na\n#else\nb\n#endif", ["Lim", "Lim"]),
            ("#if os(Linux) && DEBUG\na\n#else\nb\n#endif", ["L", "Lim"]),
            ("#if !os(iOS)\na\n#if os(Linux)\nb\n#else\nc\n#endif\nd\n#endif", ["Lm", "L", "m", "Lm"]),
            ("#if os(Linux)\n#if DEBUG\na\n#elseif os(macOS)\nb\n#endif\n#endif", ["L", ""]),
            ("// #if os(Linux)\na\n/*\n#if os(Linux)\n*/\nb", ["Lim", "Lim"]), ("#endif\na\n#else\nb", ["Lim", "Lim"]),
        ]
    )
    func lines(source: String, expected: [String]) {
        let letters = ["iOS": "i", "Linux": "L", "macOS": "m"]
        let code = ConditionalCode(source, platforms: ["iOS", "Linux", "macOS"], modules: Self.modules)
        let found = code.lines.map { $0.platforms.sorted().map { letters[$0] ?? "?" }.joined() }
        #expect(found == expected)
    }

    @Test("braces are counted, except in strings and comments")
    func depths() {
        let code = ConditionalCode("struct A {\nfunc b() {}\nlet c = \"{\" // {\n}\nlet d", platforms: [], modules: [:])
        #expect(code.lines.map(\.depth) == [0, 1, 1, 1, 0])
    }
}
