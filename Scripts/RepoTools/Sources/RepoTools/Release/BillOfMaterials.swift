import Foundation
import SeekBasics

/// The contents of a release in the form of SPDX 2.3: its programs, what is linked into them, and the libraries of the
/// system that they load.
struct BillOfMaterials {
    var name: String
    var version: String
    var commit: String
    /// The date of the commit.
    var date: Date
    var license: String
    var programs: [Program]
    /// The version of the Swift runtime in every program.
    var swiftVersion: String
    var libraries: [Library]
    /// The system of the libraries, such as `debian-12`.
    var distribution: String

    struct Program {
        var name: String
        var sha256: String
        /// The names of the Debian packages whose libraries the program loads.
        var libraries: [String]
    }

    /// A Debian package with libraries.
    struct Library {
        var package: String
        var version: String
        var architecture: String
        /// An SPDX license expression.
        var license: String
    }

    /// Returns the document as JSON: https://spdx.github.io/spdx-spec/v2.3/
    func json() throws(RepoError) -> String { try document.formattedJSON() }

    private var document: JSONValue {
        let described = programs.map { relationship("SPDXRef-DOCUMENT", "DESCRIBES", Self.id($0.name)) }
        let runtime = programs.map { relationship(Self.id($0.name), "STATIC_LINK", Self.id(Self.runtime)) }
        let loaded = programs.flatMap { program in
            program.libraries.map { relationship(Self.id(program.name), "DYNAMIC_LINK", Self.id($0)) }
        }
        return [
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": .string("\(name.lowercased())-\(version)"),
            "documentNamespace": .string("https://spdx.org/spdxdocs/\(name.lowercased())-\(version)-\(commit)"),
            "creationInfo": [
                "created": .string(date.formatted(.iso8601)),
                "creators": [.string("Organization: the \(name) authors"), "Tool: repo release bill"],
            ],
            "packages": .array(programs.map(package) + [runtimePackage] + libraries.map(package)),
            "relationships": .array(described + runtime + loaded),
        ]
    }

    private func relationship(_ element: String, _ type: JSONValue, _ related: String) -> JSONValue {
        ["spdxElementId": .string(element), "relationshipType": type, "relatedSpdxElement": .string(related)]
    }

    private static let runtime = "swift-runtime"

    /// Returns the identifier of a program or library in the document: letters, digits, dots and hyphens.
    private static func id(_ name: String) -> String {
        "SPDXRef-" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? String($0) : "-" }.joined()
    }

    private func package(_ program: Program) -> JSONValue {
        package(
            program.name,
            version: version,
            license: license,
            copyright: "Copyright the \(name) authors",
            source: "built from the commit \(commit)",
            purpose: "APPLICATION",
            details: ["checksums": [["algorithm": "SHA256", "checksumValue": .string(program.sha256)]]]
        )
    }

    private var runtimePackage: JSONValue {
        package(
            Self.runtime,
            version: swiftVersion,
            license: "Apache-2.0 WITH Swift-exception",
            copyright: "Copyright Apple Inc. and the Swift project authors",
            source: "the static standard library, Dispatch and Foundation of the toolchain",
            purpose: "LIBRARY",
            details: Self.reference("pkg:github/swiftlang/swift@swift-\(swiftVersion)-RELEASE")
        )
    }

    private func package(_ library: Library) -> JSONValue {
        let version = library.version.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? library.version
        let vendor = distribution.prefix { $0 != "-" }
        let query = "arch=\(library.architecture)&distro=\(distribution)"
        return package(
            library.package,
            version: library.version,
            license: library.license,
            copyright: "NOASSERTION",
            source: "a package of \(distribution); not part of the release",
            purpose: "LIBRARY",
            details: Self.reference("pkg:deb/\(vendor)/\(library.package)@\(version)?\(query)")
        )
    }

    /// Returns a member of the list `packages`, with additional members.
    private func package(
        _ name: String,
        version: String,
        license: String,
        copyright: String,
        source: String,
        purpose: String,
        details: JSONObject
    ) -> JSONValue {
        let members: JSONObject = [
            "name": .string(name), "SPDXID": .string(Self.id(name)), "versionInfo": .string(version),
            "downloadLocation": "NOASSERTION", "filesAnalyzed": .bool(false), "licenseConcluded": .string(license),
            "licenseDeclared": .string(license), "copyrightText": .string(copyright), "sourceInfo": .string(source),
            "primaryPackagePurpose": .string(purpose),
        ]
        return .object(members.merging(details))
    }

    private static func reference(_ locator: String) -> JSONObject {
        [
            "externalRefs": [
                [
                    "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                    "referenceLocator": .string(locator),
                ]
            ]
        ]
    }
}
