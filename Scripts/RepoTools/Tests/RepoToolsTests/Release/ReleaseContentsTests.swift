import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct ReleaseContentsTests {
    @Test(
        "the dependencies of a Debian package are compared by name, and versions are ignored",
        arguments: [
            ("libc6 (>= 2.36), libcurl4 (>= 7.88.1)", nil), ("libcurl4, libc6:amd64 (>= 2.14), libc6 (<< 3)", nil),
            ("libc6, libcurl4, libxml2 (>= 2)", "depends also on libxml2"), ("libc6", "does not depend on libcurl4"),
            ("libc6, libcurl4 | libcurl3", "depends also on libcurl4 | libcurl3 and does not depend on libcurl4"),
            ("", "does not depend on libc6, libcurl4"),
        ]
    )
    func dependencies(field: String, expected: String?) {
        #expect(DebianDependencies(field: field).difference(from: ["libc6", "libcurl4"]) == expected)
    }

    @Test(
        "the installation instructions of a release name all libraries that a minimal Debian lacks",
        .enabled(if: Checkout.root != nil)
    )
    func instructions() throws {
        let root = Checkout.root ?? ""
        let text = try Files.text("\(root)/Scripts/Packaging/INSTALL.md")
        let packages = try RepoConfiguration.load(root: root).release.packages.values
        let minimal: Set = ["libc6", "libgcc-s1", "libstdc++6"]
        let libraries = packages.reduce(into: Set<String>()) { $0.formUnion($1.libraries) }.subtracting(minimal)
        let command = text.split(separator: "\n").first { $0.hasPrefix("apt-get install ") } ?? ""
        #expect(libraries.isSubset(of: Set(command.split(separator: " ").map(String.init))))
    }

    private static var bill: BillOfMaterials {
        BillOfMaterials(
            name: "Acme",
            version: "1.0.0",
            commit: "0123abcd",
            date: Date(timeIntervalSince1970: 1_000_000_000),
            license: "MIT",
            programs: [.init(name: "acme", sha256: "ab", libraries: ["libstdc++6"])],
            swiftVersion: "6.3.1",
            libraries: [
                .init(package: "libstdc++6", version: "12.2.0-14+deb12u1", architecture: "amd64", license: "GPL-3.0")
            ],
            distribution: "debian-12"
        )
    }

    @Test("the bill of materials contains the members that SPDX 2.3 requires")
    func document() throws {
        let document = try decode(JSONValue.self, Self.bill.json())
        #expect(document["spdxVersion"] == .string("SPDX-2.3"))
        #expect(document["dataLicense"] == .string("CC0-1.0"))
        #expect(document["SPDXID"] == .string("SPDXRef-DOCUMENT"))
        #expect(document["name"] == .string("acme-1.0.0"))
        #expect(document["documentNamespace"] == .string("https://spdx.org/spdxdocs/acme-1.0.0-0123abcd"))
        #expect(document["creationInfo"]["created"] == .string("2001-09-09T01:46:40Z"))
        let packages = document["packages"].elements
        for member in ["name", "SPDXID", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"] {
            #expect(packages.allSatisfy { $0[member] != nil }, "\(member)")
        }
        #expect(packages.map { $0["versionInfo"] } == ["1.0.0", "6.3.1", "12.2.0-14+deb12u1"].map { .string($0) })
        #expect(packages[2]["SPDXID"] == .string("SPDXRef-libstdc--6"))
        let locator = packages[2]["externalRefs"].elements.first?["referenceLocator"]
        #expect(locator == .string("pkg:deb/debian/libstdc++6@12.2.0-14+deb12u1?arch=amd64&distro=debian-12"))
    }

    @Test("programs are related to what is linked into them and to what they load")
    func relationships() throws {
        let document = try decode(JSONValue.self, Self.bill.json())
        let relationships = document["relationships"].elements.map { relationship in
            ["spdxElementId", "relationshipType", "relatedSpdxElement"].map { relationship[$0] }
        }
        let expected = [
            ["SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-acme"],
            ["SPDXRef-acme", "STATIC_LINK", "SPDXRef-swift-runtime"],
            ["SPDXRef-acme", "DYNAMIC_LINK", "SPDXRef-libstdc--6"],
        ]
        #expect(relationships == expected.map { $0.map { .string($0) } })
    }

    @Test("the name and the version of the system are read from os-release")
    func distribution() throws {
        let text = "PRETTY_NAME=\"Debian 12\"\nVERSION_ID=\"12\"\nVERSION=\"12 (bookworm)\"\nID=debian\n"
        #expect(try BillOfMaterials.distribution(text) == "debian-12")
        #expect(throws: RepoError.self) { try BillOfMaterials.distribution("ID=debian\n") }
    }
}
