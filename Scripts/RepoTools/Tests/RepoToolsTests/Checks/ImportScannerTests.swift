import Testing

@testable import RepoTools

@Suite struct ImportScannerTests {
    @Test(
        "imports are found with their line, module and attributes",
        arguments: [
            ("import A", [ImportDeclaration(module: "A", line: 1)]),
            ("// import A\nimport B", [ImportDeclaration(module: "B", line: 2)]),
            ("/* import A /* nested */\nimport B */ import C", [ImportDeclaration(module: "C", line: 2)]),
            ("@testable import A", [ImportDeclaration(module: "A", line: 1, isTestable: true)]),
            ("@_exported public import A", [ImportDeclaration(module: "A", line: 1, isReexported: true)]),
            ("@_spi(Inner) import A", [ImportDeclaration(module: "A", line: 1)]),
            ("import struct A.B", [ImportDeclaration(module: "A", line: 1)]),
            ("import A.Sub", [ImportDeclaration(module: "A", line: 1)]),
            ("#if canImport(A)\n\timport A\r\n#endif", [ImportDeclaration(module: "A", line: 2)]),
            ("import A; import B", [ImportDeclaration(module: "A", line: 1), ImportDeclaration(module: "B", line: 1)]),
            ("let a = \"\"\"\nimport A\n\"\"\"", []),
            ("let a = #\"\"import A\"#\nimport B", [ImportDeclaration(module: "B", line: 2)]),
            ("let important = 1", []),
            ("// a\n\nimport A\nlet important = 1", [ImportDeclaration(module: "A", line: 3)]),
            (
                "import A\nlet a = 1\nimport B",
                [
                    ImportDeclaration(module: "A", line: 1), ImportDeclaration(module: "B", line: 3),
                ]
            ),
            ("import\nA\nlet a = 1", [ImportDeclaration(module: "A", line: 1)]),
            ("import struct\nA.B\nlet a = 1", [ImportDeclaration(module: "A", line: 1)]),
            ("@testable\nimport A\nlet a = 1", [ImportDeclaration(module: "A", line: 2, isTestable: true)]),
            ("#if os(Linux)\nimport A\n#endif\nlet a = 1", [ImportDeclaration(module: "A", line: 2)]),
            ("import", []),
        ]
    )
    func imports(source: String, expected: [ImportDeclaration]) {
        #expect(ImportScanner.imports(in: source) == expected)
    }

    @Test("lines that contain only blanks, comments or the text of a string are not lines of code")
    func codeLines() {
        let source =
            "let a = 1 // one\n\n/* two\n lines */\nlet b = \"\"\"\n  // text\n  \"\"\"\nlet c = \"\\\"//\"\n#if os(Linux)"
        #expect(SwiftText.codeLines(of: source).map(\.number) == [1, 5, 7, 8, 9])
    }
}
