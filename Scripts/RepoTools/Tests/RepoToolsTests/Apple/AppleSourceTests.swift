import Testing

@testable import RepoTools

@Suite struct AppleSourceTests {
    private func text(_ text: String, on platform: String, processNames: [String] = ["posix_spawn"]) throws -> String {
        let platform = try #require(ApplePlatform.all.first { $0.title == platform })
        return AppleSource(file: "A.swift", text: text, processNames: processNames).text(for: platform)
    }

    @Test(
        "conditions on the system, the environment and known modules are evaluated; other conditions do not change",
        arguments: [
            ("#if os(Linux)", "iOS", "#if false"), ("#if os(macOS) || os(Linux)", "macOS", "#if true || false"),
            ("#elseif !os( tvOS )", "tvOS", "#elseif !true"), ("    #if os(iOS)", "Mac Catalyst", "    #if true"),
            ("#if targetEnvironment(macCatalyst)", "Mac Catalyst", "#if true"),
            ("#if targetEnvironment(simulator)", "iOS", "#if false"), ("#if canImport(Darwin)", "tvOS", "#if true"),
            ("#if canImport(Glibc)", "macOS", "#if false"),
            ("#if !canImport(FoundationEssentials)", "visionOS", "#if !false"),
            ("#if canImport(Testing) && compiler(>=6.2)", "iOS", "#if canImport(Testing) && compiler(>=6.2)"),
        ]
    )
    func conditions(line: String, platform: String, expected: String) throws {
        #expect(try text(line, on: platform) == expected)
    }

    @Test(
        "only imports of Foundation and of modules that Apple's SDKs lack are replaced, and their attributes remain",
        arguments: [
            ("import Foundation", "import AppleFoundation"),
            ("@_exported public import Foundation", "@_exported public import AppleFoundation"),
            ("import Darwin", "import Darwin"), ("import SeekFoundation", "import SeekFoundation"),
            ("public import FoundationEssentials", "public import FoundationEssentials_IsNotInAppleSDKs"),
            ("import Glibc", "import Glibc_IsNotInAppleSDKs"),
            ("let text = \"an import Foundation\"", "let text = \"an import Foundation\""),
        ]
    )
    func imports(line: String, expected: String) throws {
        #expect(try text(line, on: "iOS") == expected)
    }

    @Test("the functions that start programs are imported only on macOS, and only by a file that names them")
    func processes() throws {
        let source = "import Foundation\n\n#if os(macOS)\nposix_spawn()\n#endif\n"
        #expect(
            try text(source, on: "macOS")
                == "import AppleFoundation; import AppleProcesses\n\n#if true\nposix_spawn()\n#endif\n"
        )
        #expect(try text(source, on: "tvOS") == "import AppleFoundation\n\n#if false\nposix_spawn()\n#endif\n")
        for other in ["import Foundation", "import Foundation\nposix_spawnp()", "import Foundation\nmy_posix_spawn"] {
            #expect(try text(other, on: "macOS") == other.replacing("Foundation", with: "AppleFoundation"))
        }
    }

    @Test("the names of the original modules are restored in compiler messages")
    func messages() {
        let message = AppleSource.original("no such module 'Glibc_IsNotInAppleSDKs', see AppleFoundation")
        #expect(message == "no such module 'Glibc', see Foundation")
    }
}
