import SeekBasics

/// A distribution of packages to parallel jobs.
struct Shards: Equatable {
    var jobs: [[String]]

    /// Distributes packages evenly to at most `count` jobs: the heaviest first, each to the lightest job.
    init(_ weights: [String: Int], count: Int) {
        let heaviestFirst = weights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let count = min(count, weights.count)
        var jobs = Array(repeating: (packages: [String](), weight: 0), count: count)
        for package in heaviestFirst {
            guard let lightest = jobs.indices.min(by: { jobs[$0].weight < jobs[$1].weight }) else { break }
            jobs[lightest].packages.append(package)
            jobs[lightest].weight += weights[package, default: 0]
        }
        self.jobs = jobs.map { $0.packages.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// The value for `strategy.matrix` of GitHub Actions: `{"include":[{"name":"1/2","packages":"A B"}, …]}`. A job
    /// with a single package is named after the package.
    var matrix: String {
        let rows = jobs.enumerated().map { index, packages in
            let name = packages.count == 1 ? packages[0] : "\(index + 1)/\(jobs.count)"
            return ["name": .string(name), "packages": .string(packages.joined(separator: " "))] as JSONValue
        }
        return JSONValue.object(["include": .array(rows)]).text(.sorted)
    }

    /// Returns the number of Swift files of each package, plus one, as an estimate of the time to build and test it.
    ///
    /// - Parameter folders: The folders of the packages by name.
    static func weights(of folders: [String: String], root: String) -> [String: Int] {
        folders.mapValues { 1 + Files.all(below: "\(root)/\($0)", suffix: ".swift").count }
    }
}
