import Foundation
import SeekBasics

/// The rules of a repository, read from `Scripts/repo.json`.
struct RepoConfiguration: Codable, Equatable {
    /// The packages: folders, `.` for the root, or `Folder/*` for all its subfolders with a manifest.
    var packages: [String]
    /// The folders of packages that are not part of the root manifest. The rules below use the names of packages.
    var standalone: [String] = []
    var rootManifest = RootManifest()
    /// The files and folders at the root of the repository, except hidden ones.
    var topLevel: [String] = []
    /// The files that every package folder contains, with the same content.
    var sharedFiles: [String] = []
    /// The packages that each package's products may depend on. A package that is not listed may depend on none.
    var mayImport: [String: [String]] = [:]
    /// Packages that only tests may use.
    var onlyForTests: [String] = []
    /// Modules that are not test targets but may import `Testing` and `XCTest`.
    var testFrameworkModules: [String] = []
    /// Modules that may re-export others with `@_exported`.
    var reexporters: [String] = []
    /// Modules that may use `@testable import` with modules of other packages, for example fuzz targets.
    var testableImporters: [String] = []
    /// The packages that may import each listed system module.
    var importedOnlyBy: [String: [String]] = [:]
    /// The packages or test targets that read the files of each path pattern.
    var readBy: [String: [String]] = [:]
    /// Path patterns of files that affect every package.
    var global: [String] = []
    /// Path patterns of files that affect no package.
    var inert: [String] = []
    var coverage = Coverage()
    var sanitize = Sanitize()
    var documentation = Documentation()
    var release = Release()
    /// The linter, with its arguments; `repo test` runs it after the checks.
    var lint: [String] = []
    /// A program, with its arguments, that builds the root manifest as other packages use it. It checks that these can
    /// depend on the repository.
    var umbrella: [String] = []

    struct Coverage: Codable, Equatable {
        /// The minimum line coverage of a module in percent.
        var threshold: Double = 80
        /// The thresholds of packages for which `threshold` does not apply, in percent.
        var packages: [String: Double] = [:]
        /// The thresholds of targets for which neither `threshold` nor that of their package applies, in percent.
        var targets: [String: Double] = [:]
        /// The modules without a threshold, with the reasons.
        var exempt: [String: String] = [:]
    }

    /// The generated manifest at the root.
    struct RootManifest: Codable, Equatable {
        /// The name of the root package; empty if the repository has no generated manifest.
        var name = ""
        /// The products of packages that are not products of the root package.
        var omitsProducts: [String] = []
    }

    struct Sanitize: Codable, Equatable {
        var packages: [String] = []
        /// The compilation conditions to define for each sanitizer.
        var defines: [String: [String]] = [:]
    }

    struct Documentation: Codable, Equatable {
        var title = "Documentation"
        /// Catalogs without a module, relative to the root.
        var catalogs: [String] = []
        /// The catalog with the first page of the site, whose topics list the modules. If empty, the first page lists
        /// the modules by name.
        var firstPage = ""
        /// Articles that programs of the repository print: the path in a catalog, and the program with its arguments.
        var generated: [String: [String]] = [:]
        /// Folders with samples that a step other than the tests compiles.
        var samples: [String] = []
        /// A program of a package and its arguments, to which a folder and `--port` are added. It serves the folder on
        /// this machine, and prints the URL as the last word of its first line.
        var server: [String] = []
    }

    /// What `repo release` checks and describes.
    struct Release: Codable, Equatable {
        var name = ""
        /// The file that defines the version.
        var version = ""
        /// The files that must contain the version.
        var mentions: [String] = []
        /// The license, as an SPDX license expression.
        var license = ""
        var packages: [String: Package] = [:]
        /// The licenses of libraries, by their Debian packages.
        var licenses: [String: String] = [:]

        struct Package: Codable, Equatable {
            var program: String
            /// The Debian packages of the libraries that the program loads.
            var libraries: [String]
            /// The other Debian packages that this package depends on.
            var others: [String]?
        }
    }

    init(packages: [String]) {
        self.packages = packages
    }

    /// Reads `Scripts/repo.json` below `root`.
    static func load(root: String) throws(RepoError) -> RepoConfiguration {
        try parse(try Files.text(root + "/" + file))
    }

    /// Parses the rules; omitted members have their defaults. An unknown member is an error, so that a misspelled rule
    /// is not ignored.
    static func parse(_ text: String) throws(RepoError) -> RepoConfiguration {
        do {
            let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
            let encodedDefaults = try encoder.encode(RepoConfiguration(packages: []))
            let defaults = try decoder.decode([String: JSONValue].self, from: encodedDefaults)
            var members = defaults
            members["packages"] = nil
            for (rule, value) in try decoder.decode([String: JSONValue].self, from: Data(text.utf8)) {
                guard let defaultValue = defaults[rule] else {
                    let known = defaults.keys.sorted().joined(separator: ", ")
                    throw RepoError("\(file): there is no rule “\(rule)”; the rules are \(known)")
                }
                members[rule] = try completed(rule, value, default: defaultValue)
            }
            return try decoder.decode(RepoConfiguration.self, from: encoder.encode(members))
        } catch let error as RepoError {
            throw error
        } catch {
            throw RepoError("\(file) is not valid: \(error)")
        }
    }

    /// Returns the value of a rule with the defaults of omitted members.
    private static func completed(
        _ rule: String,
        _ value: JSONValue,
        default defaultValue: JSONValue
    ) throws(RepoError) -> JSONValue {
        // The default is empty for a dictionary with names of packages, modules or paths as keys.
        guard case .object(let defaults) = defaultValue, !defaults.isEmpty, case .object(let members) = value else {
            return value
        }
        if let unknown = members.names.first(where: { defaults[$0] == nil }) {
            let known = defaults.names.sorted().joined(separator: ", ")
            throw RepoError("\(file): “\(rule)” has no member “\(unknown)”; the members are \(known)")
        }
        return .object(defaults.merging(members))
    }

    static let file = "Scripts/repo.json"

    func isStandalone(_ folder: String) -> Bool { standalone.contains { Files.normalized($0) == folder } }

    func threshold(of package: String) -> Double {
        coverage.packages[package] ?? coverage.threshold
    }

    func threshold(of target: String, in package: String) -> Double {
        coverage.targets[target] ?? threshold(of: package)
    }
}

extension RepoConfiguration {
    /// Returns the rules that concern a package or its targets, as text. If two configurations without a
    /// ``generalDifference(from:)`` return the same text, the package is built and tested in the same way with either.
    func lines(concerning package: String, folder: String, targets: [String]) -> String {
        func names(_ list: [String]) -> [String] { list.filter { $0 == package || targets.contains($0) }.sorted() }
        let readers = readBy.filter { !names($0.value).isEmpty }.map { "\($0.key) \(names($0.value))" }
        let imports = importedOnlyBy.filter { $0.value.contains(package) }.map(\.key)
        let lines: [[String]] = [
            isStandalone(folder) ? ["standalone"] : [], mayImport[package]?.sorted() ?? ["-"],
            names(onlyForTests), names(testFrameworkModules), names(reexporters), names(testableImporters),
            imports.sorted(), readers.sorted(), ["\(threshold(of: package))"],
            targets.map { "\(threshold(of: $0, in: package)) \(coverage.exempt[$0] ?? "-")" },
            names(sanitize.packages),
        ]
        return lines.map { "\($0)\n" }.joined()
    }

    /// Returns the name of a rule that differs and may concern every package, or nil.
    ///
    /// Other rules are ignored: ``lines(concerning:folder:targets:)`` contains those that concern a single package, and
    /// the checks that read the rest run after every change.
    func generalDifference(from old: RepoConfiguration) -> String? {
        if global != old.global { return "global" }
        if inert != old.inert { return "inert" }
        if umbrella != old.umbrella { return "umbrella" }
        if sanitize.defines != old.sanitize.defines { return "sanitize" }
        // A removed pattern may have matched a package that other packages depend on.
        return Set(old.packages).isSubset(of: packages) ? nil : "packages"
    }
}
