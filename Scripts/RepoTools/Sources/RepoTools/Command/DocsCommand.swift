import Foundation
import SeekBasics

/// `repo docs`: builds, checks and serves the documentation of the modules as a site.
enum DocsCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo docs [--check] [--serve [--port N]]

            Builds the documentation of all library products, and of the catalogs that the rules name, as one static site:
            .build/documentation/site, which can be hosted under any path. Needs no network.

              --check     also opens three pages in Chromium, if it is installed
              --serve     serves the site on 127.0.0.1 until Control-C, and prints the URL
              --port N    the port (default: any free one)

            Prints one line per finding: a warning of docc, such as a link that cannot be resolved, a public symbol that no
            topic lists, or a page that is not shown. The site is complete nevertheless.
            Exit status: 0 nothing found, 1 findings, 2 wrong usage.

            """,
        buildsPackages: true,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let checks = arguments.flag("--check")
        let serves = arguments.flag("--serve")
        let port = try arguments.value("--port", "a number from 0 (any free one) to 65535") { UInt16($0) }
        try arguments.finish()
        guard port == nil || serves else { throw UsageError("--port needs --serve") }
        let repository = try Repository.load(root: context.root)
        let site = DocumentationSite(repository: repository, shell: context.shell, console: context.console)
        try site.buildModules()
        let findings = try site.build() + (checks ? try site.browse() : [])
        findings.forEach { context.console.out("\($0)\n") }
        context.console.note("repo docs: \(findings.summary); the site is \(repository.relative(site.folder))\n")
        if serves {
            let server = try SiteServer(try site.server, folder: site.folder, port: Int(port ?? 0))
            context.console.out("\(server.url)/\n")
            server.wait()
        }
        return findings.isEmpty ? 0 : 1
    }
}
