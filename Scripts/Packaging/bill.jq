# The bill of materials of a release (SPDX 2.3, https://spdx.github.io/spdx-spec/v2.3/), from the rules in Scripts/repo.json: the
# programs, the Swift runtime in each, and the Debian packages whose libraries they load. The variables are set by `bill` in build.bash.

def id: "SPDXRef-" + gsub("[^A-Za-z0-9.]"; "-");
def relation($element; $type; $other): { spdxElementId: $element, relationshipType: $type, relatedSpdxElement: $other };
def package($version; $license; $copyright; $source; $purpose): {
    name: ., SPDXID: id, versionInfo: $version, downloadLocation: "NOASSERTION", filesAnalyzed: false,
    licenseConcluded: $license, licenseDeclared: $license, copyrightText: $copyright, sourceInfo: $source,
    primaryPackagePurpose: $purpose
};
def locator($purl): {
    externalRefs: [{ referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: $purl }]
};
def rows($separator): split("\n") | map(select(. != "") | split($separator));

.release
| . as $release
| "\(.name | ascii_downcase)-\($version)" as $name
| "swift-runtime" as $runtime
| ($sums | rows("  ") | map({ key: .[1], value: .[0] }) | from_entries) as $sums
| [.packages[]] | sort_by(.program) as $programs
| {
    spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: $name,
    documentNamespace: "https://spdx.org/spdxdocs/\($name)-\($commit)",
    creationInfo: { created: $date, creators: ["Organization: the \($release.name) authors", "Tool: Scripts/release"] },
    packages: (
        [$programs[].program as $program | $program
            | package($version; $release.license; "Copyright the \($release.name) authors"; "built from the commit \($commit)";
                "APPLICATION")
            + { checksums: [{ algorithm: "SHA256", checksumValue: ($sums[$program] // error("\($program) is not built")) }] }]
        + [$runtime
            | package($swift; "Apache-2.0 WITH Swift-exception"; "Copyright Apple Inc. and the Swift project authors";
                "the static standard library, Dispatch and Foundation of the toolchain"; "LIBRARY")
            + locator("pkg:github/swiftlang/swift@swift-\($swift)-RELEASE")]
        + [$installed | rows("\t")[] as [$library, $number, $architecture] | $library
            | package($number; $release.licenses[$library] // error("\($library) has no license; add it to release.licenses");
                "NOASSERTION"; "a package of \($distribution); not part of the release"; "LIBRARY")
            + locator("pkg:deb/\($distribution | split("-")[0])/\($library | @uri)@\($number | @uri)"
                + "?arch=\($architecture)&distro=\($distribution)")]
    ),
    relationships: (
        [$programs[] | relation("SPDXRef-DOCUMENT"; "DESCRIBES"; .program | id)]
        + [$programs[] | relation(.program | id; "STATIC_LINK"; $runtime | id)]
        + [$programs[] | .libraries[] as $library | relation(.program | id; "DYNAMIC_LINK"; $library | id)]
    )
}
