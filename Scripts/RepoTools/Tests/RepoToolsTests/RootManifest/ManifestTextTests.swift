import Testing

@testable import RepoTools

@Suite struct ManifestTextTests {
    @Test("a library and a system library are formatted as declarations of a manifest")
    func declaration() throws {
        let settings = [
            #"{"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": "X"}}}"#,
            #"{"tool": "linker", "kind": {"linkedLibrary": {"_0": "z"}}, "condition": {"platformNames": ["linux"]}}"#,
        ]
        let library = try decode(Manifest.Target.self, Dump.target("A", settings: settings))
        #expect(
            ManifestText.declaration(of: library, dependencies: ["\"B\""], path: "p", includesSettings: true)
                == #".target(name: "A", dependencies: ["B"], path: "p", swiftSettings: [.enableUpcomingFeature("X")], "#
                + #"linkerSettings: [.linkedLibrary("z", .when(platforms: [.linux]))])"#
        )
        let system = try decode(
            Manifest.Target.self,
            #"""
            {"name": "A", "type": "system", "exclude": [], "resources": [], "dependencies": [], "settings": [],
             "pkgConfig": "a", "providers": [{"apt": [["a-dev"]]}]}
            """#
        )
        #expect(
            ManifestText.declaration(of: system, dependencies: [], path: nil, includesSettings: false)
                == #".systemLibrary(name: "A", pkgConfig: "a", providers: [.apt(["a-dev"])])"#
        )
    }

    @Test("a target with an unknown type, unknown settings or excluded files is not formatted")
    func unknown() throws {
        var target = try decode(Manifest.Target.self, Dump.target("A", "macro", settings: [#"{"a": 1}"#]))
        #expect(ManifestText.declaration(of: target, dependencies: [], path: nil, includesSettings: false) == nil)
        target.type = "test"
        #expect(ManifestText.declaration(of: target, dependencies: [], path: nil, includesSettings: false) != nil)
        #expect(ManifestText.declaration(of: target, dependencies: [], path: nil, includesSettings: true) == nil)
        target.exclude = ["x"]
        #expect(ManifestText.declaration(of: target, dependencies: [], path: nil, includesSettings: false) == nil)
    }

    @Test("conditions use SwiftPM's spelling of platforms")
    func condition() {
        let condition = JSONValue.object([
            "platformNames": .array([.string("macos"), .string("linux")]), "config": .string("debug"),
        ])
        #expect(
            ManifestText.dependency("A", condition: condition)
                == #".target(name: "A", condition: .when(platforms: [.macOS, .linux], configuration: .debug))"#
        )
        #expect(ManifestText.dependency("A", condition: nil) == "\"A\"")
    }
}
