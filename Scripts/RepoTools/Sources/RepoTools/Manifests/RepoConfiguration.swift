import Foundation

/// The rules of a repository, read from `Scripts/repo.json`.
struct RepoConfiguration: Decodable, Equatable {
    /// The packages: folders, or `Folder/*` for all its subfolders with a manifest.
    var packages: [String]
    /// Packages that are not part of the root manifest.
    var standalone: [String] = []
    /// The files and folders at the root of the repository, except hidden ones.
    var topLevel: [String] = []
    /// The packages that each package's products may depend on. A package that is not listed may depend on none.
    var mayImport: [String: [String]] = [:]
    /// Packages that only tests may use.
    var onlyForTests: [String] = []
    /// Modules other than tests that may import `Testing` and `XCTest`.
    var testFrameworkModules: [String] = []
    /// Modules that may re-export others with `@_exported`.
    var reexporters: [String] = []
    /// Modules that may use `@testable import` with modules of other packages, for example fuzz targets.
    var testableImporters: [String] = []
    /// The packages that may import each listed system module.
    var importedOnlyBy: [String: [String]] = [:]
    var platforms = Platforms()
    var words = Words()
    /// The packages whose tests read the data, by path pattern.
    var readBy: [String: [String]] = [:]
    /// Path patterns of files that affect every package.
    var global: [String] = []
    /// Path patterns of files that affect no package.
    var inert: [String] = []
    var coverage = Coverage()
    var sanitize = Sanitize()
    /// The file of the drawn package graph, or nil.
    var graphImage: String?
    /// The linter, with its arguments; `repo test` runs it after the checks.
    var lint: [String] = []
    /// A program, with its arguments, that checks that other packages can use the root manifest. It runs after the
    /// root is built.
    var umbrella: [String] = []

    struct Coverage: Decodable, Equatable {
        /// The minimum line coverage of a module in percent.
        var threshold: Double = 80
        /// The packages with a different threshold.
        var packages: [String: Double] = [:]
        /// The exempt modules with the reasons.
        var exempt: [String: String] = [:]

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            threshold = try container.decodeIfPresent(Double.self, forKey: .threshold) ?? 80
            packages = try container.decodeIfPresent([String: Double].self, forKey: .packages) ?? [:]
            exempt = try container.decodeIfPresent([String: String].self, forKey: .exempt) ?? [:]
        }

        private enum CodingKeys: String, CodingKey {
            case threshold, packages, exempt
        }
    }

    /// The packages that are tested with sanitizers.
    struct Sanitize: Decodable, Equatable {
        /// The packages.
        var packages: [String] = []
        /// The compilation conditions to define for each sanitizer.
        var defines: [String: [String]] = [:]

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            packages = try container.decodeIfPresent([String].self, forKey: .packages) ?? []
            defines = try container.decodeIfPresent([String: [String]].self, forKey: .defines) ?? [:]
        }

        private enum CodingKeys: String, CodingKey {
            case packages, defines
        }
    }

    /// Modules and symbols that some platforms do not have. Platforms are named as in `#if os`.
    struct Platforms: Decodable, Equatable {
        /// The platforms that have each system module.
        var modules: [String: [String]] = [:]
        /// The platforms that have each symbol: a type, a function (`popen()`) or an argument label of a macro.
        var symbols: [String: [String]] = [:]
        /// Path patterns of files that decode external values and must not use `Int`.
        var fixedWidth: [String] = []
    }

    /// The words that the project does not use.
    struct Words: Decodable, Equatable {
        /// The files to search, as pathspecs of git.
        var files: [String] = []
        /// What to write instead, by words and phrases separated by `, `.
        var replace: [String: String] = [:]
        var except: [Exception] = []

        struct Exception: Decodable, Equatable {
            /// Path patterns.
            var files: [String]
            var words: [String]
            var reason: String
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case packages, standalone, topLevel, mayImport, onlyForTests, testFrameworkModules, reexporters
        case testableImporters, importedOnlyBy, platforms, words
        case readBy, global, inert, coverage, sanitize, graphImage, lint, umbrella
    }

    init(packages: [String]) {
        self.packages = packages
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        packages = try container.decode([String].self, forKey: .packages)
        standalone = try container.decodeIfPresent([String].self, forKey: .standalone) ?? []
        topLevel = try container.decodeIfPresent([String].self, forKey: .topLevel) ?? []
        mayImport = try container.decodeIfPresent([String: [String]].self, forKey: .mayImport) ?? [:]
        onlyForTests = try container.decodeIfPresent([String].self, forKey: .onlyForTests) ?? []
        testFrameworkModules = try container.decodeIfPresent([String].self, forKey: .testFrameworkModules) ?? []
        reexporters = try container.decodeIfPresent([String].self, forKey: .reexporters) ?? []
        testableImporters = try container.decodeIfPresent([String].self, forKey: .testableImporters) ?? []
        importedOnlyBy = try container.decodeIfPresent([String: [String]].self, forKey: .importedOnlyBy) ?? [:]
        platforms = try container.decodeIfPresent(Platforms.self, forKey: .platforms) ?? Platforms()
        words = try container.decodeIfPresent(Words.self, forKey: .words) ?? Words()
        readBy = try container.decodeIfPresent([String: [String]].self, forKey: .readBy) ?? [:]
        global = try container.decodeIfPresent([String].self, forKey: .global) ?? []
        inert = try container.decodeIfPresent([String].self, forKey: .inert) ?? []
        coverage = try container.decodeIfPresent(Coverage.self, forKey: .coverage) ?? Coverage()
        sanitize = try container.decodeIfPresent(Sanitize.self, forKey: .sanitize) ?? Sanitize()
        graphImage = try container.decodeIfPresent(String.self, forKey: .graphImage)
        lint = try container.decodeIfPresent([String].self, forKey: .lint) ?? []
        umbrella = try container.decodeIfPresent([String].self, forKey: .umbrella) ?? []
    }

    /// Reads `Scripts/repo.json` below `root`. An unknown member is an error, so that a misspelt rule is not ignored.
    static func load(root: String) throws(RepoError) -> RepoConfiguration {
        try parse(try Files.text(root + "/" + file))
    }

    /// Parses the rules.
    static func parse(_ text: String) throws(RepoError) -> RepoConfiguration {
        let path = file
        let data = Data(text.utf8)
        do {
            let known = Set(CodingKeys.allCases.map(\.rawValue))
            let members = try JSONDecoder().decode([String: JSONValue].self, from: data)
            if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
                throw RepoError(
                    "\(path): there is no rule “\(unknown)”; the rules are \(known.sorted().joined(separator: ", "))"
                )
            }
            return try JSONDecoder().decode(RepoConfiguration.self, from: data)
        } catch let error as RepoError {
            throw error
        } catch {
            throw RepoError("\(path) is not valid: \(error)")
        }
    }

    static let file = "Scripts/repo.json"

    func threshold(of package: String) -> Double {
        coverage.packages[package] ?? coverage.threshold
    }
}
