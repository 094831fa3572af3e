import Foundation
import SeekBasics

/// `repo release`: checks the version of a release and describes its contents. `Scripts/release` builds it.
enum ReleaseCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo release check VERSION
                   repo release notes VERSION
                   repo release bill VERSION --programs FOLDER
                   repo release dependencies --packages FOLDER

            check         compares VERSION with the file that defines it, the files that mention it, the tag of this name, and
                          the changelogs
            notes         prints the release notes: the sections “Unreleased” and VERSION of the packages' changelogs;
                          for the first release, the introductions of the READMEs instead
            bill          prints the bill of materials of the programs in FOLDER (SPDX 2.3, JSON); needs Debian's dpkg-query
            dependencies  compares the dependencies of the Debian packages in FOLDER with those in “release” of the rules

            Exit status: 0 passed, 1 findings, 2 wrong usage.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context) throws -> Int32
    {
        let programs = try arguments.value("--programs").map { Files.absolute($0, from: context.root) }
        let packages = try arguments.value("--packages").map { Files.absolute($0, from: context.root) }
        let words = try arguments.operands(atMost: 2)
        func required(_ value: String?, _ option: String) throws(UsageError) -> String {
            guard let value else { throw UsageError("release \(words[0]) needs \(option)") }
            return value
        }
        switch words.first {
        case "check": return try check(version(words), context)
        case "notes":
            let check = try ReleaseCheck(version: version(words), root: context.root)
            let notes = try ReleaseNotes(
                version: check.version,
                root: context.root,
                configuration: check.configuration
            )
            context.console.out(notes.markdown)
            return 0
        case "bill":
            let check = try ReleaseCheck(version: version(words), root: context.root)
            let folder = try required(programs, "--programs FOLDER")
            context.console.out(try BillOfMaterials(check, programs: folder).json())
            return 0
        case "dependencies" where words.count == 1:
            return try dependencies(required(packages, "--packages FOLDER"), context)
        default: throw UsageError("release takes “check”, “notes”, “bill” or “dependencies”")
        }
    }

    private static func version(_ words: [String]) throws(UsageError) -> String {
        guard words.count == 2 else { throw UsageError("release \(words[0]) needs a VERSION") }
        return words[1]
    }

    private static func check(_ version: String, _ context: RepoCommand.Context) throws -> Int32 {
        let findings = try ReleaseCheck(version: version, root: context.root).findings()
        findings.forEach { context.console.out("\($0)\n") }
        guard findings.isEmpty else { return 1 }
        context.console.note("repo release: \(version) is the version of the sources\n")
        return 0
    }

    private static func dependencies(_ folder: String, _ context: RepoCommand.Context) throws -> Int32 {
        let expected = try RepoConfiguration.load(root: context.root).release.packages
        let files = Files.all(below: folder, suffix: ".deb")
        var fields: [String: String] = [:]
        for file in files {
            let format = "--showformat=${Package}\n${Depends}"
            let lines = try ChildProcess.output(of: ["dpkg-deb", "--show", format, file])
                .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            fields[String(lines.first ?? "")] = String(lines.last ?? "")
        }
        let problems = expected.keys.sorted().compactMap { name -> String? in
            guard let package = expected[name], let field = fields[name] else { return "\(name): is not in \(folder)" }
            let names = package.libraries + (package.others ?? [])
            return DebianDependencies(field: field).difference(from: names).map { "\(name): \($0)" }
        }
        for problem in problems {
            context.console.out("\(problem); correct the build, or “release” in \(RepoConfiguration.file)\n")
        }
        return problems.isEmpty ? 0 : 1
    }
}

extension BillOfMaterials {
    /// Creates the bill of the programs in a folder, which were built on this system.
    fileprivate init(_ check: ReleaseCheck, programs folder: String) throws {
        let rules = check.configuration.release
        let packages = rules.packages.values.sorted { $0.program < $1.program }
        let names = Set(packages.flatMap(\.libraries)).sorted()
        let format = "--showformat=${Package}\t${Version}\t${Architecture}\n"
        let installed = try ChildProcess.output(of: ["dpkg-query", "--show", format] + names).split(separator: "\n")
            .map { $0.split(separator: "\t").map(String.init) }
        let libraries = try installed.map { fields in
            guard fields.count == 3, let license = rules.licenses[fields[0]] else {
                throw RepoError("\(fields[0]) has no license; add it to release.licenses in \(RepoConfiguration.file)")
            }
            return Library(package: fields[0], version: fields[1], architecture: fields[2], license: license)
        }
        guard
            let swift = try ChildProcess.output(of: ["swift", "--version"]).firstMatch(
                of: /Swift version (\d+(\.\d+)+)/
            )?.1
        else {
            throw RepoError("“swift --version” prints no version")
        }
        let git = Git(folder: check.root)
        let seconds = try git.output(["show", "--no-patch", "--format=%ct", "HEAD"]).trimmed
        self.init(
            name: rules.name,
            version: check.version,
            commit: try git.commit("HEAD"),
            date: Date(timeIntervalSince1970: Double(seconds) ?? 0),
            license: rules.license,
            programs: try packages.map { package in
                let sum = try ChildProcess.output(of: ["sha256sum", "\(folder)/\(package.program)"])
                return Program(
                    name: package.program,
                    sha256: String(sum.prefix { $0 != " " }),
                    libraries: package.libraries
                )
            },
            swiftVersion: String(swift),
            libraries: libraries,
            distribution: try Self.distribution(Files.text("/etc/os-release"))
        )
    }

    /// Returns the system that `/etc/os-release` describes, such as `debian-12`.
    static func distribution(_ description: String) throws(RepoError) -> String {
        func value(_ key: String) -> String? {
            let line = description.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
            return line.map { $0.dropFirst(key.count + 1).filter { $0 != "\"" } }
        }
        guard let id = value("ID"), let version = value("VERSION_ID") else {
            throw RepoError("/etc/os-release has no ID and VERSION_ID; build the release on Debian")
        }
        return "\(id)-\(version)"
    }
}
