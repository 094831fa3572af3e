import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct DocsCommandTests {
    @Test(
        "the documentation of real modules is one site with links between modules, and each defect is a finding",
        .timeLimit(.minutes(5))
    )
    func real() throws {
        let repo = try FivePackageRepo.copy()
        for path in ["Package.swift", "libs/Store", "libs/App", "libs/Kit"] { repo.remove(path) }
        try repo.write(
            "Scripts/repo.json",
            #"""
            {"packages": ["libs/*"],
             "documentation": {"title": "Acme", "catalogs": ["Guides.docc"], "firstPage": "First.docc",
              "generated": {"Guides.docc/Printed.md": ["print-guide", "Printed"]}}}
            """#
        )
        try repo.write(
            "libs/Base/Package.swift",
            FivePackageRepo.manifest("Base", dependencies: [])
        )
        try repo.write("libs/Base/Tests/AcmeBaseTests/BaseTests.swift")
        let catalog = "libs/Base/Sources/AcmeBase/AcmeBase.docc/AcmeBase.md"
        try repo.write(
            catalog,
            "# ``AcmeBase``\n\nThe base.\n\n``Missing``\n\n## Topics\n\n### Tested\n\n- ``testedBase()``\n"
        )
        try repo.write(
            "libs/Web/Sources/AcmeWeb/AcmeWeb.docc/AcmeWeb.md",
            """
            # ``AcmeWeb``

            The web. ``/AcmeBase/testedBase()`` and <doc:/Guides/Start>.

            ## Topics

            ### Functions

            - ``testedWeb()``
            - ``untestedWeb()``

            """
        )
        try repo.write(
            "Guides.docc/Guides.md",
            "# Guides\n\nAll.\n\n@Metadata {\n    @TechnologyRoot\n}\n\n## Topics\n\n### All\n\n- <doc:Start>\n- <doc:Printed>\n"
        )
        #expect(repo.run("docs").err.contains("the program that prints Guides.docc/Printed.md is not built"))
        let program = ".build/debug/print-guide"
        try repo.write(program, "#!/bin/sh\nprintf '# %s\\n\\nPrinted.\\n' \"$1\"\n")
        try repo.makeExecutable(program)
        try repo.write("Guides.docc/Start.md", "# Start\n\nHow to start.\n\nSee ``/AcmeWeb/testedWeb()``.\n")
        func writeFirstPage(topics: String) throws {
            try repo.write(
                "First.docc/First.md",
                "# Acme documentation\n\nAll.\n\n@Metadata {\n    @TechnologyRoot\n}\n\n## Topics\n\n\(topics)"
            )
        }
        try writeFirstPage(topics: "### Modules\n\n- <doc:/AcmeWeb>\n- <doc:/AcmeBase>\n")
        let first = repo.run("docs")
        #expect(first.status == 1, "\(first)")
        #expect(
            first.out == """
                \(catalog):5: 'Missing' doesn't exist at '/AcmeBase'
                \(catalog):1: no topic lists ``untestedBase()``; add it below “## Topics”
                First.docc/First.md:1: no topic lists the module Guides; add - <doc:/Guides> below “## Topics”

                """
        )
        try writeFirstPage(
            topics:
                "### Start here\n\n- <doc:/Guides/Start>\n\n"
                + "### Modules\n\n- <doc:/AcmeWeb>\n- <doc:/AcmeBase>\n- <doc:/Guides>\n"
        )
        try repo.write(
            catalog,
            "# ``AcmeBase``\n\nThe base.\n\n## Topics\n\n### Functions\n\n- ``testedBase()``\n- ``untestedBase()``\n"
        )
        // The modules that tests have built are used, too.
        let repository = try Repository.load(root: repo.root)
        let folders = BuildFolders(repository)
        let modules = BuiltModules(repository: repository, shell: .live, testFolders: folders)
        #expect(!modules.areBuiltByTests)
        let options = ["--package-path", "\(repo.root)/libs/Web", "--scratch-path", folders.path(of: "Web")]
        try Program.output(["swift", "build", "--disable-index-store"] + options)
        #expect(modules.areBuiltByTests)
        let console = Console(out: { _ in }, note: { _ in })
        let documentation = DocumentationSite(
            repository: repository,
            shell: .live,
            console: console,
            testFolders: folders
        )
        #expect(try documentation.build() == [])
        let site = "\(repo.root)/.build/documentation/site"
        for page in ["", "acmebase/", "acmeweb/testedweb()/", "guides/start/", "guides/printed/"] {
            #expect(Files.exists("\(site)/documentation/\(page)index.html"), "\(page)")
        }
        let references = try decode("\(site)/data/documentation/acmeweb.json")["references"].object ?? [:]
        let links = Set(references.compactMap { $0.value["url"].string })
        #expect(links.isSuperset(of: ["/documentation/acmebase/testedbase()", "/documentation/guides/start"]))

        let home = try decode("\(site)/data/documentation.json")
        #expect(home["metadata"]["title"].string == "Acme documentation")
        #expect(home["topicSections"].elements.map { $0["title"].string } == ["Start here", "Modules"])
        let navigator = try decode("\(site)/index/index.json")["interfaceLanguages"]["swift"].elements.first
        let titles = navigator?["children"].elements.map { $0["title"].string }
        #expect(titles == ["Start here", "Start", "Modules", "AcmeWeb", "AcmeBase", "Guides"])
        #expect(navigator?["children"].elements[3]["children"].elements.isEmpty == false)
        let symbol = try decode("\(site)/data/documentation/acmeweb/testedweb().json")
        let parents = try #require(symbol["hierarchy"]["paths"].elements.first?.strings)
        #expect(
            parents.map { symbol["references"][$0]["url"].string } == ["/documentation", "/documentation/acmeweb"]
        )
    }

    private func decode(_ file: String) throws -> JSONValue {
        try JSONValue(json: Files.data(file))
    }
}
