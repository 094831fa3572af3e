import Foundation
import SeekBasics
import SeekModels

/// Compares recorded responses with the models and explains the differences.
public enum DriftCommand {
    static let usage = """
        usage: Scripts/drift [--all] FILE…

        Decodes responses of YouTube and GitHub and lists the differences from the models: fields that no model reads,
        missing fields, values of another type, and skipped items. Of the known differences, only skipped items are
        listed; with --all, all known differences are listed. Each is listed with its reason.

        Exit status: 0 if all differences are known, 1 if some are new or a file cannot be read or is not JSON, 2 if the
        arguments are invalid.
        """

    /// Runs the command and returns its exit status.
    public static func run(_ arguments: [String], output: (String) -> Void, errorOutput: (String) -> Void) -> Int32 {
        var arguments = ToolArguments(arguments)
        if arguments.flag("--help", "-h") {
            output(usage)
            return 0
        }
        let listsAll = arguments.flag("--all")
        guard let files = try? arguments.operands(), !files.isEmpty else {
            errorOutput(usage)
            return 2
        }
        var (newDifferences, failures) = (0, 0)
        for file in files {
            do {
                newDifferences += try compare(file, listsAll: listsAll, output)
            } catch {
                errorOutput("\(file): \(error)")
                failures += 1
            }
        }
        output("\(files.count) files, \(newDifferences) new differences, \(failures) unreadable")
        return newDifferences + failures == 0 ? 0 : 1
    }

    /// Compares a file and returns the number of new differences.
    private static func compare(_ file: String, listsAll: Bool, _ output: (String) -> Void) throws -> Int {
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let reports = try DriftReport.reports(on: data)
        if reports.isEmpty {
            output("\(file): no response that Seek decodes")
        }
        var newDifferences = 0
        for report in reports {
            let explanations = report.differences.map { ($0, report.model.resource.reason(for: $0)) }
            let unexplained = explanations.filter { $0.1 == nil }.map(\.0)
            let skipped = report.differences.filter { $0.kind == .skipped }.map(\.count).reduce(0, +)
            output(
                "\(file): \(report.model.name): \(explanations.count) differences, \(unexplained.count) new"
                    + (skipped > 0 ? ", \(skipped) skipped" : "")
            )
            for difference in unexplained { output("  NEW \(difference)") }
            for case let (difference, reason?) in explanations where listsAll || difference.kind == .skipped {
                output("  \(difference): \(reason)")
            }
            newDifferences += unexplained.count
        }
        return newDifferences
    }
}
