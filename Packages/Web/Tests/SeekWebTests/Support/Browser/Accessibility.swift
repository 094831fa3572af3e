#if os(Linux)
import Foundation
import SeekBasics
import Testing

/// The accessibility checker axe-core (https://github.com/dequelabs/axe-core).
enum Accessibility {
    static let isInstalled = BuildFolder.tool("axe.min.js") != nil
}

extension BrowserPage {
    /// Returns the violations of WCAG 2.2 A and AA and of best practices in the page, one line each: the impact, the
    /// rule, the first affected element and what to do.
    func accessibilityViolations() async throws -> [String] {
        let library = try String(contentsOf: #require(BuildFolder.tool("axe.min.js")), encoding: .utf8)
        try await evaluate(library)
        let script = """
            return axe.run().then(({ violations }) => violations.map(({ impact, id, nodes }) =>
                `${impact} ${id}: ${nodes[0].html.slice(0, 200)} (${nodes.length} in all): ${nodes[0].failureSummary}`))
            """
        return try await evaluate(script).array?.compactMap(\.string) ?? []
    }
}
#endif
