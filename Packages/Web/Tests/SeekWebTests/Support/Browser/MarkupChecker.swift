#if os(Linux)
import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

/// The Nu HTML checker (https://validator.github.io/validator/).
enum MarkupChecker {
    static let isInstalled = BuildFolder.tool("vnu.jar") != nil && ChildProgram.find("java") != nil

    /// Parts of the messages of false errors: the checker was released before the standard introduced these attributes.
    private static let falseErrors = ["“enterkeyhint”", "Bad value “dialog” for attribute “method”"]

    /// Returns the errors of documents, one line each.
    ///
    /// - Parameter documents: The documents by name. They are checked by one run of a program that takes seconds to
    ///   start.
    static func problems(in documents: [String: String]) throws -> [String] {
        let folder = try TemporaryFolder()
        for (name, document) in documents { _ = try folder.write(document, to: "\(name).html") }
        let log = folder.file("problems.json")
        let jar = try #require(BuildFolder.tool("vnu.jar"))
        let arguments = ["-jar", jar.path, "--stdout", "--format", "json", "--exit-zero-always", "--skip-non-html"]
        try ChildProgram.run("java", arguments + [folder.url.path], log: log)
        let report = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: log))
        let errors = (report["messages"].array ?? []).filter { message in
            message["type"] == "error" && !falseErrors.contains { message["message"].string?.contains($0) == true }
        }
        return errors.map { message in
            let file = message["url"].string.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? ""
            return "\(file):\(message["lastLine"].integer ?? 0): \(message["message"].string ?? ""): "
                + "\(message["extract"].string ?? "")"
        }
    }
}
#endif
