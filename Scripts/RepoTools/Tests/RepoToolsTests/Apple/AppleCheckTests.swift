import Foundation
import SeekBasics
import Testing

@testable import RepoTools

/// Runs this system's compiler on small modules, with this repository's stand-ins for the modules of Apple's SDKs.
@Suite(.enabled(if: AppleCheck.isPossible && ThisRepository.root != nil)) struct AppleCheckTests {
    private static let standIns = "\(ThisRepository.root ?? "")/\(AppleCheck.standIns)"

    /// Shared by all tests, because the compiler takes seconds to fill it.
    private static let moduleCache = Result { try TempRepo().root }

    private static func check(_ repository: Repository, shell: Shell = .live) throws -> [Finding] {
        try AppleCheck(repository, standIns: standIns, moduleCache: moduleCache.get(), shell: shell).findings()
    }

    /// Returns a repository of the packages App, Base and Web with additional files.
    ///
    /// - Parameter condition: The platforms of Web's dependencies, separated by spaces; nil for all platforms.
    private static func repository(
        _ files: [String: String],
        condition: String? = nil,
        hasTests: Bool = false
    ) throws -> (TempRepo, Repository) {
        var (repo, repository) = try FivePackageRepo.loaded()
        for (file, text) in files { try repo.write(file, text) }
        // Only the packages that the tests need, because compiling a module takes a second.
        repository.packages.removeAll { !["App", "Base", "Web"].contains($0.name) }
        for package in repository.packages.indices {
            repository.packages[package].manifest.targets.removeAll { $0.isTest && !hasTests }
            for target in repository.packages[package].manifest.targets.indices {
                repository.packages[package].manifest.targets[target].dependencies.removeAll { $0.name == "AcmeStore" }
                guard let condition, repository.packages[package].name == "Web" else { continue }
                let platforms = condition.split(separator: " ").map { JSONValue.string(String($0)) }
                for dependency in repository.packages[package].manifest.targets[target].dependencies.indices {
                    repository.packages[package].manifest.targets[target].dependencies[dependency].condition =
                        .object(["platformNames": .array(platforms)])
                }
            }
        }
        try repo.write("libs/App/Sources/AcmeApp/App.swift", "import AcmeWeb\n")
        return (repo, repository)
    }

    private static let base = "libs/Base/Sources/AcmeBase"

    /// Files of AcmeBase, each with the expected finding or nil.
    private static let sources: [(text: String, finding: String?)] = [
        ("import Darwin\nlet status = open(\"/\", O_RDONLY | O_CLOEXEC)", nil),
        ("#if os(Linux)\nimport Glibc\nlet x = epoll_create1(0)\n#endif", nil),
        ("import Foundation\nlet d: (Data, URLSession.Type, Date)? = nil", nil),
        (
            "import Darwin\nlet x = epoll_create1(0)",
            "2: on Apple's platforms: cannot find 'epoll_create1' in scope; if Apple's SDK declares it, "
                + "add its declaration to Scripts/AppleStandIns"
        ),
        (
            "import Darwin\nfunc f() { _ = popen(\"ls\", \"r\") }",
            "2: on Apple's platforms: 'popen' is unavailable: Use posix_spawn APIs or NSTask instead."
        ),
        (
            "import Darwin\n\nstruct Thread: Sendable {\n    let handle: pthread_t\n}",
            "4: on Apple's platforms: stored property 'handle' of 'Sendable'-conforming struct 'Thread' has non-Sendable type "
                + "'pthread_t' (aka 'UnsafeMutablePointer<_opaque_pthread_t>')"
        ),
        (
            "import Darwin\n#if os(tvOS)\nlet x: Int = \"\"\n#endif",
            "3: on tvOS: cannot convert value of type 'String' to specified type 'Int'"
        ),
        (
            "import Foundation\nlet x = Process()",
            "2: on iOS, Mac Catalyst, tvOS, visionOS: cannot find 'Process' in scope; "
                + "if Apple's SDK declares it, add its declaration to Scripts/AppleStandIns"
        ),
    ]

    @Test("a module is checked as it is compiled for each of Apple's platforms")
    func sources() throws {
        var files: [String: String] = [:]
        for (index, source) in Self.sources.enumerated() {
            // All files are in one module, because a module for each would take ten times as long. Therefore, the
            // names must differ.
            files["\(Self.base)/File\(index).swift"] = source.text.replacing(" x", with: " x\(index)")
        }
        let (_, repository) = try Self.repository(files)
        let findings = try Self.check(repository).map(\.description)
        let expected = Self.sources.enumerated().compactMap { index, source in
            source.finding.map { "\(Self.base)/File\(index).swift:\($0)" }
        }
        #expect(findings == expected.sorted())
    }

    @Test(
        "the import of a module that Apple's SDKs lack is found",
        arguments: ["Glibc", "Musl", "FoundationEssentials", "FoundationNetworking"]
    )
    func absentModules(name: String) throws {
        let (_, repository) = try Self.repository(["\(Self.base)/New.swift": "import \(name)"])
        let findings = try Self.check(repository).map(\.description)
        #expect(findings == ["\(Self.base)/New.swift:1: on Apple's platforms: no such module '\(name)'"])
    }

    @Test("of tests, the files that depend on the platform are checked, for macOS")
    func tests() throws {
        let tests = "libs/Base/Tests/AcmeBaseTests"
        let (_, repository) = try Self.repository(
            [
                "\(tests)/BaseTests.swift": "import Testing\n@Test func one() { #expect(a == 1) }\nlet x: Int = \"\"",
                "\(tests)/Conditions.swift":
                    "import Testing\n#if os(macOS)\n@Test func two() { #expect(a == 1) }\nlet y: Int = \"\"\n#endif\nlet a = 1",
            ],
            hasTests: true
        )
        #expect(
            try Self.check(repository).map(\.description) == [
                "\(tests)/Conditions.swift:4: on macOS: cannot convert value of type 'String' to specified type 'Int'"
            ]
        )
    }

    @Test("embedded resources are members of the type that SwiftPM generates")
    func embeddedResources() throws {
        let text = "let style = PackageResources.style_css\nlet other = PackageResources.other_css\n"
        var (_, repository) = try Self.repository(["\(Self.base)/New.swift": text])
        let rule = JSONValue.object(["embedInCode": .object([:])])
        for package in repository.packages.indices where repository.packages[package].name == "Base" {
            repository.packages[package].manifest.targets[0].resources = [
                .object(["path": .string("Assets/style.css"), "rule": rule])
            ]
        }
        let findings = try Self.check(repository)
        #expect(findings.map(\.file) == ["\(Self.base)/New.swift"])
        #expect(findings.map(\.line) == [2])
        #expect(findings.first?.message.contains("'PackageResources' has no member 'other_css'") == true)
    }

    @Test("the import of a dependency that a platform lacks is reported once, and not again for dependent modules")
    func conditions() throws {
        let (_, repository) = try Self.repository(
            ["libs/Web/Sources/AcmeWeb/Web.swift": "#if !os(Linux)\nimport AcmeBase\n#endif\n"],
            condition: "macos ios tvos visionos"
        )
        let findings = try Self.check(repository).map(\.description)
        #expect(findings == ["libs/Web/Sources/AcmeWeb/Web.swift:2: on Mac Catalyst: no such module 'AcmeBase'"])
    }

    @Test("a module without errors is compiled again only if it or an interface it uses changes")
    func results() throws {
        let (repo, repository) = try Self.repository([:])
        let compiled = Mutex<[String]>([])
        let shell = Shell(
            log: { _, _ throws(RepoError) in Shell.Exit(status: 0) },
            capture: { command throws(RepoError) in
                if let option = command.firstIndex(of: "-module-name") {
                    compiled.withLock { $0.append(command[option + 1]) }
                }
                return try ChildProcess.run(command)
            }
        )
        func names() throws -> [String] {
            compiled.withLock { $0 = [] }
            #expect(try Self.check(repository, shell: shell) == [])
            return compiled.withLock { $0.sorted() }
        }
        #expect(try names() == ["AcmeApp", "AcmeBase", "AcmeWeb"])
        #expect(try names() == [])
        try repo.write("\(Self.base)/Base.swift", "public func base() -> Int { 1 }\n")
        #expect(try names() == ["AcmeApp", "AcmeBase", "AcmeWeb"])
        try repo.write("\(Self.base)/Base.swift", "public func base() -> Int { 2 }\n")
        #expect(try names() == ["AcmeBase"])
        // An earlier state is not checked again.
        try repo.write("\(Self.base)/Base.swift", "public func base() -> Int { 1 }\n")
        #expect(try names() == [])
    }

    @Test("a module is checked again if a header of a C module that it uses changes")
    func changedHeader() throws {
        let web = "libs/Web/Sources/AcmeWeb/Web.swift"
        let (repo, repository) = try Self.repository([
            web: "import AcmeBase\nlet number: Int32 = base_number()\n",
            "\(Self.base)/include/module.modulemap": "module AcmeBase {\n    header \"base.h\"\n}\n",
            "\(Self.base)/include/base.h": "int base_number(void);\n",
        ])
        repo.remove("\(Self.base)/Base.swift")
        #expect(try Self.check(repository) == [])
        try repo.write("\(Self.base)/include/base.h", "long base_number(void);\n")
        let findings = try Self.check(repository)
        #expect(findings.map(\.file) == [web])
        #expect(findings.map(\.line) == [2])
    }

    @Test("a check that runs at the same time does not remove the sources that this one compiles")
    func concurrentChecks() throws {
        let (_, repository) = try Self.repository([:])
        let isStarted = Mutex(false)
        let shell = Shell(
            log: { _, _ throws(RepoError) in Shell.Exit(status: 0) },
            capture: { command throws(RepoError) in
                let isFirst = isStarted.withLock { isStarted in
                    defer { isStarted = true }
                    return !isStarted
                }
                if isFirst { #expect((try? Self.check(repository)) == []) }
                return try ChildProcess.run(command)
            }
        )
        #expect(try Self.check(repository, shell: shell) == [])
    }

    @Test(
        "a header is compiled for macOS with the system headers of the stand-ins only",
        arguments: [
            ("#include <stdint.h>\nint f(void);", nil),
            ("#ifdef __linux__\n#include <curl/curl.h>\n#endif", nil),
            (
                "\n#include <curl/curl.h>",
                "2: on Apple's platforms: 'curl/curl.h' file not found; enclose what only Linux has in #ifdef __linux__"
            ),
        ] as [(String, String?)]
    )
    func headers(text: String, finding: String?) throws {
        let (repo, repository) = try Self.repository([:])
        Files.remove("\(repo.root)/\(Self.base)")
        try repo.write("\(Self.base)/include/base.h", text)
        let headers = AppleHeaders(repository: repository, standIns: Self.standIns, shell: .live)
        #expect(
            try headers.findings().map(\.description) == (finding.map { ["\(Self.base)/include/base.h:\($0)"] } ?? [])
        )
    }

    @Test("a repository without stand-ins is not checked")
    func none() throws {
        let (repo, repository) = try FivePackageRepo.loaded()
        try repo.write("libs/Base/Sources/AcmeBase/New.swift", "import Glibc")
        #expect(try AppleCheck(repository).findings() == [])
    }

    @Test("two products whose names differ only in case are found")
    func products() throws {
        var (repo, repository) = try FivePackageRepo.loaded()
        try repo.write("\(AppleCheck.standIns)/README.md")
        repository.packages = []
        let product = try #require(repository.rootManifest?.products.first)
        var other = product
        other.name = product.name.lowercased()
        repository.rootManifest?.products.append(other)
        let findings = try AppleCheck(repository).findings().map(\.message)
        #expect(
            findings == [
                "the products \(product.name) and \(other.name) differ only in case, which most disks of macOS ignore; rename one"
            ]
        )
    }
}
