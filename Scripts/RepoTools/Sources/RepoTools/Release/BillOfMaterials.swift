import Foundation

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

    private var document: Document {
        let described = programs.map { Relationship("SPDXRef-DOCUMENT", "DESCRIBES", Self.id($0.name)) }
        let runtime = programs.map { Relationship(Self.id($0.name), "STATIC_LINK", Self.id(Self.runtime)) }
        let loaded = programs.flatMap { program in
            program.libraries.map { Relationship(Self.id(program.name), "DYNAMIC_LINK", Self.id($0)) }
        }
        return Document(
            name: "\(name.lowercased())-\(version)",
            documentNamespace: "https://spdx.org/spdxdocs/\(name.lowercased())-\(version)-\(commit)",
            creationInfo: Creation(
                created: date.formatted(.iso8601),
                creators: ["Organization: the \(name) authors", "Tool: repo release bill"]
            ),
            packages: programs.map(package) + [runtimePackage] + libraries.map(package),
            relationships: described + runtime + loaded
        )
    }

    private static let runtime = "swift-runtime"

    /// Returns the identifier of a program or library in the document: letters, digits, dots and hyphens.
    private static func id(_ name: String) -> String {
        "SPDXRef-" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? String($0) : "-" }.joined()
    }

    private func package(_ program: Program) -> Package {
        Package(
            name: program.name,
            SPDXID: Self.id(program.name),
            versionInfo: version,
            licenseConcluded: license,
            licenseDeclared: license,
            copyrightText: "Copyright the \(name) authors",
            sourceInfo: "built from the commit \(commit)",
            primaryPackagePurpose: "APPLICATION",
            checksums: [Checksum(checksumValue: program.sha256)]
        )
    }

    private var runtimePackage: Package {
        let license = "Apache-2.0 WITH Swift-exception"
        return Package(
            name: Self.runtime,
            SPDXID: Self.id(Self.runtime),
            versionInfo: swiftVersion,
            licenseConcluded: license,
            licenseDeclared: license,
            copyrightText: "Copyright Apple Inc. and the Swift project authors",
            sourceInfo: "the static standard library, Dispatch and Foundation of the toolchain",
            primaryPackagePurpose: "LIBRARY",
            externalRefs: [
                ExternalReference(referenceLocator: "pkg:github/swiftlang/swift@swift-\(swiftVersion)-RELEASE")
            ]
        )
    }

    private func package(_ library: Library) -> Package {
        let version = library.version.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? library.version
        let vendor = distribution.prefix { $0 != "-" }
        let locator =
            "pkg:deb/\(vendor)/\(library.package)@\(version)?arch=\(library.architecture)&distro=\(distribution)"
        return Package(
            name: library.package,
            SPDXID: Self.id(library.package),
            versionInfo: library.version,
            licenseConcluded: library.license,
            licenseDeclared: library.license,
            copyrightText: "NOASSERTION",
            sourceInfo: "a package of \(distribution); not part of the release",
            primaryPackagePurpose: "LIBRARY",
            externalRefs: [ExternalReference(referenceLocator: locator)]
        )
    }

    // MARK: The members of the document, named as in SPDX

    private struct Document: Encodable {
        var spdxVersion = "SPDX-2.3"
        var dataLicense = "CC0-1.0"
        var SPDXID = "SPDXRef-DOCUMENT"
        var name: String
        var documentNamespace: String
        var creationInfo: Creation
        var packages: [Package]
        var relationships: [Relationship]
    }

    private struct Creation: Encodable {
        var created: String
        var creators: [String]
    }

    private struct Package: Encodable {
        var name: String
        var SPDXID: String
        var versionInfo: String
        var downloadLocation = "NOASSERTION"
        var filesAnalyzed = false
        var licenseConcluded: String
        var licenseDeclared: String
        var copyrightText: String
        var sourceInfo: String
        var primaryPackagePurpose: String
        var checksums: [Checksum]?
        var externalRefs: [ExternalReference]?
    }

    private struct Checksum: Encodable {
        var algorithm = "SHA256"
        var checksumValue: String
    }

    private struct ExternalReference: Encodable {
        var referenceCategory = "PACKAGE-MANAGER"
        var referenceType = "purl"
        var referenceLocator: String
    }

    private struct Relationship: Encodable {
        var spdxElementId: String
        var relationshipType: String
        var relatedSpdxElement: String

        init(_ element: String, _ type: String, _ related: String) {
            (spdxElementId, relationshipType, relatedSpdxElement) = (element, type, related)
        }
    }
}
