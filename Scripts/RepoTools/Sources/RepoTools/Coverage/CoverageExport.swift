import Foundation

/// Locates and reads the line coverage that `swift test` exports as JSON.
struct CoverageExport {
    var shell: Shell

    /// Returns the export of the run that began at `start`. Older exports, and those of other packages in the same
    /// build folder, are ignored.
    ///
    /// If a test fails, `swift test` exports nothing. In that case, the export is created from the profiles. Returns
    /// nil if that is impossible.
    ///
    /// - Parameter options: The options of `swift test` that select the package and its build folder.
    func read(_ options: [String], since start: Date) throws(RepoError) -> LLVMExport? {
        let result = try shell.capture(["swift", "test"] + options + ["--show-codecov-path"])
        let export = result.output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        guard result.succeeded, !export.isEmpty else { return nil }
        if isFresh(export, since: start) { return try LLVMExport.read(export) }
        return try fromProfiles(beside: export, since: start)
    }

    private func isFresh(_ path: String, since start: Date) -> Bool {
        // One second of tolerance, because file systems round dates.
        Files.modificationDate(path).map { $0 >= start.addingTimeInterval(-1) } ?? false
    }

    private func fromProfiles(beside export: String, since start: Date) throws(RepoError) -> LLVMExport? {
        let folder = Files.parent(of: export)
        let profiles = Files.all(below: folder, suffix: ".profraw").filter { isFresh($0, since: start) }
        let name = Files.name(of: export).replacing(".json", with: "")
        guard !profiles.isEmpty, let program = testProgram(in: Files.parent(of: folder), package: name) else {
            return nil
        }
        let merged = "\(folder)/failed.profdata"
        let merge = Toolchain.tool("llvm-profdata") + ["merge", "-sparse"] + profiles + ["-o", merged]
        guard try shell.capture(merge).succeeded else { return nil }
        let text = try shell.capture(Toolchain.tool("llvm-cov") + ["export", "-instr-profile=\(merged)", program])
        guard text.succeeded else { return nil }
        let path = "\(folder)/failed.json"
        try Files.write(text.output, to: path)
        return try LLVMExport.read(path)
    }

    /// Returns the test program: a file on Linux, a bundle on Apple platforms.
    private func testProgram(in folder: String, package: String) -> String? {
        let path = "\(folder)/\(package)PackageTests.xctest"
        guard Files.isFolder(path) else { return Files.exists(path) ? path : nil }
        return "\(path)/Contents/MacOS/\(package)PackageTests"
    }
}
