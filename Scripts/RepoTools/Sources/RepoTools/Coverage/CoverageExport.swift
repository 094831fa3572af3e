import Foundation

/// Locates and reads the line coverage that `swift test` exports as JSON if the tests pass.
struct CoverageExport {
    var shell: Shell

    /// The line coverage of a test run, and what it was computed from.
    struct Measurement {
        var export: LLVMExport
        var profile: String
        /// The test program; nil if it is not found.
        var program: String?
    }

    /// Returns the export of the run that began at `start`, or nil if there is none. Older exports, and those of other
    /// packages in the same build folder, are ignored.
    ///
    /// - Parameter options: The options of `swift test` that select the package and its build folder.
    func read(_ options: [String], since start: Date) throws(RepoError) -> Measurement? {
        let result = try shell.capture(["swift", "test"] + options + ["--show-codecov-path"])
        let export = result.output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        // One second of tolerance, because file systems round dates.
        guard result.succeeded, let date = Files.modificationDate(export), date >= start.addingTimeInterval(-1) else {
            return nil
        }
        let folder = Files.parent(of: export)
        let package = Files.name(of: export).replacing(".json", with: "")
        return Measurement(
            export: try LLVMExport.read(export),
            profile: "\(folder)/default.profdata",
            program: testProgram(in: Files.parent(of: folder), package: package)
        )
    }

    /// Writes a page per file and an index with `llvm-cov show`. A failure is ignored: the figures do not need the pages.
    func writePages(_ measurement: Measurement, of files: [String], to folder: String) {
        guard let program = measurement.program, !files.isEmpty else { return }
        let options = ["-format=html", "-instr-profile=\(measurement.profile)", "-output-dir=\(folder)"]
        _ = try? shell.capture(Toolchain.tool("llvm-cov") + ["show"] + options + [program] + files)
    }

    /// Returns the test program: a file on Linux, a bundle on Apple platforms.
    private func testProgram(in folder: String, package: String) -> String? {
        let path = "\(folder)/\(package)PackageTests.xctest"
        guard Files.isFolder(path) else { return Files.exists(path) ? path : nil }
        return "\(path)/Contents/MacOS/\(package)PackageTests"
    }
}
