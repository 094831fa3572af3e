/// The coverage of all modules, products first, as the HTML report and the summary of a pull request show it.
struct CoverageTable: Equatable {
    /// The use of a module. Rows are in this order.
    enum Group: CaseIterable {
        /// Part of a product of the repository.
        case product
        /// Used only by other modules.
        case support
        /// Part of a package outside the root manifest.
        case tool
    }

    /// The difference from another run.
    enum Change: Equatable {
        /// The other run has no such module.
        case new
        /// In percentage points; nil if one of the runs has no figure.
        case points(Double?)

        var text: String {
            switch self {
            case .new: return "new"
            case .points(nil): return "–"
            case .points(let points?):
                let tenths = Int((points * 10).rounded())
                let sign = tenths > 0 ? "+" : tenths < 0 ? "−" : ""
                return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
            }
        }
    }

    /// A module, or a package without measured modules.
    struct Row: Equatable {
        var package: String
        var module: ModuleCoverage?
        var group: Group
        var tests: TestCounts
        /// Why the run failed, or nil.
        var problem: String?
        /// Nil if there is no other run or no module.
        var change: Change?
        /// The owners, separated by spaces; empty if there is none.
        var owner: String
        /// The figures of the other run, if only that has measured the module.
        var carried: CoverageReports.Row?

        /// The numbers of covered and of all lines, for example `15/30`.
        var lines: String {
            if let carried { return "\(carried.covered)/\(carried.lines)" }
            return module.map { "\($0.coveredLineCount)/\($0.totalLineCount)" } ?? ""
        }
        var coverage: String {
            if let carried { return ModuleCoverage.text(percent: carried.percent) + " (base)" }
            return module?.percentText ?? problem ?? "nothing to measure"
        }
        var threshold: String {
            if let carried { return carried.exemption == nil ? Self.percent(carried.threshold) : "exempt" }
            return module.map { $0.exemption == nil ? Self.percent($0.threshold) : "exempt" } ?? ""
        }
        var moduleName: String? { carried?.module ?? module?.module }

        private static func percent(_ value: Double) -> String {
            value == value.rounded() ? "\(Int(value)) %" : "\(value) %"
        }
    }

    private(set) var rows: [Row] = []
    /// The lines of all modules, as one module.
    private(set) var total: Row

    /// - Parameter base: The rows of another run to compare with, or nil.
    init(_ reports: [PackageReport], repository: Repository, base: [CoverageReports.Row]? = nil) {
        let old = Dictionary((base ?? []).map { ($0.module, $0) }) { first, _ in first }
        let owners = (try? repository.text(CodeOwners.file)).map(CodeOwners.init(text:))
        let products = Self.products(of: repository)
        total = Self.total(reports, old: old, hasBase: base != nil)
        for report in reports {
            for module in report.modules.isEmpty ? [nil] : report.modules.map(Optional.some) {
                let isTool = repository.configuration.isStandalone(report.folder)
                let isProduct = module.map { products.contains($0.module) } ?? false
                let path = module?.files.first?.path ?? Files.path("Package.swift", in: report.folder)
                rows.append(
                    Row(
                        package: report.package,
                        module: module,
                        group: isTool ? .tool : isProduct ? .product : .support,
                        tests: report.tests,
                        problem: report.problem,
                        change: base == nil ? nil : module.map { Self.change(of: $0, from: old[$0.module]) },
                        owner: owners?.rule(for: path)?.owners.joined(separator: " ") ?? ""
                    )
                )
            }
        }
        // A run of the affected packages is complete with the figures of the others.
        let measured = Set(reports.map(\.package))
        for old in base ?? [] where !measured.contains(old.package) {
            guard let package = repository.package(named: old.package),
                let target = package.manifest.targets.first(where: { $0.name == old.module })
            else { continue }
            let isTool = repository.configuration.isStandalone(package.folder)
            let path = repository.path(of: target, in: package) + "/file"
            rows.append(
                Row(
                    package: old.package,
                    module: nil,
                    group: isTool ? .tool : products.contains(old.module) ? .product : .support,
                    tests: TestCounts(passed: old.passed, failed: old.failed),
                    owner: owners?.rule(for: path)?.owners.joined(separator: " ") ?? "",
                    carried: old
                )
            )
        }
        // Stable within a group.
        rows = Group.allCases.flatMap { group in rows.filter { $0.group == group } }
    }

    /// Returns the modules in the products of the root manifest or, if there is none, in the products of the packages.
    private static func products(of repository: Repository) -> Set<String> {
        let products = repository.rootManifest?.products ?? repository.packages.flatMap(\.manifest.products)
        return Set(products.flatMap(\.targets))
    }

    private static func change(of module: ModuleCoverage, from old: CoverageReports.Row?) -> Change {
        guard let old else { return .new }
        guard let now = module.percent, let before = old.percent else { return .points(nil) }
        return .points(now - before)
    }

    private static func total(_ reports: [PackageReport], old: [String: CoverageReports.Row], hasBase: Bool) -> Row {
        let modules = reports.flatMap(\.modules)
        var sum = ModuleCoverage(module: "total", files: modules.flatMap(\.files), threshold: 0)
        // No threshold applies to the total.
        sum.exemption = "not a module"
        // Only modules measured in both runs can be compared.
        let common = modules.filter { old[$0.module]?.percent != nil && $0.percent != nil }
        let percent = ModuleCoverage(module: "total", files: common.flatMap(\.files), threshold: 0).percent
        let commonOld = common.compactMap { old[$0.module] }
        let oldLines = commonOld.reduce(0) { $0 + $1.lines }
        let oldCovered = commonOld.reduce(0) { $0 + $1.covered }
        let oldPercent = oldLines == 0 ? nil : 100 * Double(oldCovered) / Double(oldLines)
        let points = percent.flatMap { percent in oldPercent.map { percent - $0 } }
        return Row(
            package: "total",
            module: sum,
            group: .tool,
            tests: reports.map(\.tests).sum,
            change: hasBase ? .points(points) : nil,
            owner: ""
        )
    }

    // MARK: Markdown

    var markdown: String {
        let hasChange = total.change != nil
        var text =
            "| package | module | coverage | lines | threshold |\(hasChange ? " change |" : "") tests | owner |\n"
        text += "|---|---|--:|--:|--:|\(hasChange ? "--:|" : "")--:|---|\n"
        for row in rows { text += line(of: row) }
        text += line(of: total)
        let exempt = rows.compactMap(\.module).filter { $0.exemption != nil }
        if !exempt.isEmpty {
            text +=
                "\nExempt: " + exempt.map { "`\($0.module)` (\($0.exemption ?? ""))" }.joined(separator: "; ") + ".\n"
        }
        let isPartial = rows.contains { $0.carried != nil }
        return text + (isPartial ? "\n(base): not affected, so the figures are those of the base.\n" : "")
    }

    private func line(of row: Row) -> String {
        let isTotal = row == total
        let coverage = row.module?.isBelowThreshold == true ? "**\(row.coverage)**" : row.coverage
        let tests = row.tests.failed == 0 ? "\(row.tests.passed)" : "**\(row.tests.failed) failed**"
        let cells = [
            isTotal ? "**total**" : row.package, isTotal ? "" : row.moduleName.map { "`\($0)`" } ?? "", coverage,
            row.lines, isTotal ? "" : row.threshold,
        ]
        // Formatted as code, because `@team` as text in a comment on GitHub notifies the team.
        let owner = row.owner.isEmpty ? "" : "`\(row.owner)`"
        let change = total.change == nil ? [] : [row.change?.text ?? ""]
        return "| " + (cells + change + [tests, owner]).joined(separator: " | ") + " |\n"
    }

    // MARK: HTML

    /// The table as a page. Each module is a link to the index that `llvm-cov` wrote in the folder of its name.
    var html: String {
        let titles = ["package", "module", "coverage", "lines", "threshold", "change", "tests", "owner"]
        let lines = (rows + [total]).map { row in
            let name = Self.escaped(row == total ? "" : row.moduleName ?? "")
            let cells = [
                row.package, "", row.coverage, row.lines, row == total ? "" : row.threshold, row.change?.text ?? "",
                row.tests.failed == 0 ? "\(row.tests.passed)" : "\(row.tests.failed) failed", row.owner,
            ].map(Self.escaped)
            let isLow = row.module?.isBelowThreshold == true || row.tests.failed > 0
            let link = row.module?.isLinked == true ? "<a href=\"\(name)/index.html\">\(name)</a>" : name
            return "<tr\(isLow ? " class=low" : "")><td>\(cells[0])<td>\(link)"
                + cells.dropFirst(2).map { "<td>\($0)" }.joined() + "\n"
        }
        return """
            <!doctype html><html lang=en><meta charset=utf-8><title>Coverage</title>
            <style>
            :root{color-scheme:light dark} body{font:15px/1.5 system-ui,sans-serif;margin:2rem}
            table{border-collapse:collapse} td,th{padding:.2rem .8rem;text-align:left} tr:nth-child(even){background:#8881}
            .low{color:light-dark(#b00020,#ff8a80)}
            </style>
            <h1>Coverage of each module by its own package's tests</h1>
            <table>
            <thead><tr>\(titles.map { "<th>\($0)" }.joined())</thead>
            \(lines.joined())</table>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
