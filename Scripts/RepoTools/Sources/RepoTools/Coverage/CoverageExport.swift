import Foundation

/// Locates and reads the line coverage that `swift test` exports as JSON.
struct CoverageExport {
    var shell: Shell

    /// The line coverage of a test run, and what it was computed from.
    struct Measurement {
        var export: LLVMExport
        var profile: String
        /// The test program; nil if it is not found.
        var program: String?
    }

    /// Returns the export of the run that began at `start`. Older exports, and those of other packages in the same
    /// build folder, are ignored.
    ///
    /// If a test fails, `swift test` exports nothing. In that case, the export is created from the profiles. Returns
    /// nil if that is impossible.
    ///
    /// - Parameter options: The options of `swift test` that select the package and its build folder.
    func read(_ options: [String], since start: Date) throws(RepoError) -> Measurement? {
        let result = try shell.capture(["swift", "test"] + options + ["--show-codecov-path"])
        let export = result.output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        guard result.succeeded, !export.isEmpty else { return nil }
        guard isFresh(export, since: start) else { return try fromProfiles(beside: export, since: start) }
        let folder = Files.parent(of: export)
        return Measurement(
            export: try LLVMExport.read(export),
            profile: "\(folder)/default.profdata",
            program: testProgram(in: Files.parent(of: folder), package: packageName(of: export))
        )
    }

    /// Writes a page per file and an index with `llvm-cov show`. A failure is ignored: the figures do not need the pages.
    func writePages(_ measurement: Measurement, of files: [String], to folder: String) {
        guard let program = measurement.program, !files.isEmpty else { return }
        let options = ["-format=html", "-instr-profile=\(measurement.profile)", "-output-dir=\(folder)"]
        _ = try? shell.capture(Toolchain.tool("llvm-cov") + ["show"] + options + [program] + files)
    }

    private func packageName(of export: String) -> String { Files.name(of: export).replacing(".json", with: "") }

    private func isFresh(_ path: String, since start: Date) -> Bool {
        // One second of tolerance, because file systems round dates.
        Files.modificationDate(path).map { $0 >= start.addingTimeInterval(-1) } ?? false
    }

    private func fromProfiles(beside export: String, since start: Date) throws(RepoError) -> Measurement? {
        let folder = Files.parent(of: export)
        let profiles = Files.all(below: folder, suffix: ".profraw").filter { isFresh($0, since: start) }
        let program = testProgram(in: Files.parent(of: folder), package: packageName(of: export))
        guard !profiles.isEmpty, let program else {
            return nil
        }
        let merged = "\(folder)/failed.profdata"
        let merge = Toolchain.tool("llvm-profdata") + ["merge", "-sparse"] + profiles + ["-o", merged]
        guard try shell.capture(merge).succeeded else { return nil }
        let text = try shell.capture(Toolchain.tool("llvm-cov") + ["export", "-instr-profile=\(merged)", program])
        guard text.succeeded else { return nil }
        let path = "\(folder)/failed.json"
        try Files.write(text.output, to: path)
        return Measurement(export: try LLVMExport.read(path), profile: merged, program: program)
    }

    /// Returns the test program: a file on Linux, a bundle on Apple platforms.
    private func testProgram(in folder: String, package: String) -> String? {
        let path = "\(folder)/\(package)PackageTests.xctest"
        guard Files.isFolder(path) else { return Files.exists(path) ? path : nil }
        return "\(path)/Contents/MacOS/\(package)PackageTests"
    }
}
