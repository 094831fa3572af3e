import Foundation
import SeekBasics

/// Checks modules with the Swift compiler. The interfaces of modules without errors are stored under a hash of their
/// inputs.
struct AppleCompiler: Sendable {
    /// The folder that stores the results.
    var folder: String
    /// The folder for copies of the sources, rewritten for a platform. No other process may use the folder.
    var copies: String
    /// The folder in which the compiler stores the modules of the system and of ``standIns``.
    var moduleCache: String
    /// The folder of the declarations that stand in for Apple's SDKs.
    var standIns: String
    /// An identifier that changes with the compiler and with the declarations in ``standIns``.
    var identity: String
    var shell: Shell

    enum Outcome: Sendable {
        case correct(Interface)
        /// The module, or a module that it uses, has errors.
        case failed
    }

    struct Interface: Sendable {
        /// A hash of the interface and of the interfaces it uses. When it changes, dependent modules are checked again.
        var hash: String
        /// The search paths that a dependent module passes to the compiler, for this module and all modules it uses.
        var searchPaths: Set<String>
        var moduleMaps: Set<String>
    }

    /// A module to check. Platforms with equal keys share one job.
    struct Job: Sendable {
        var module: String
        /// A hash of everything that determines the result.
        var key: String
        var package: String
        var flags: [String]
        var isTest: Bool
        /// The joined interfaces of the modules that this module uses.
        var used: Interface
        var moduleMap: String?
        var sources: [(file: String, text: String, dependsOnPlatform: Bool)]
    }

    struct Result: Sendable {
        var outcome: Outcome
        var findings: [Finding] = []
    }

    /// Returns the job for a module, or nil if a module that it uses has errors.
    func job(_ module: AppleModules.Module, on platform: ApplePlatform, after outcomes: [String: Outcome]) -> Job? {
        var used = Interface(hash: "", searchPaths: [], moduleMaps: [])
        for dependency in module.dependencies where dependency.platforms.contains(platform) {
            guard let outcome = outcomes[dependency.module] else { continue }
            guard case .correct(let interface) = outcome else { return nil }
            used.hash += "\(dependency.module) \(interface.hash) "
            used.searchPaths.formUnion(interface.searchPaths)
            used.moduleMaps.formUnion(interface.moduleMaps)
        }
        let sources = module.sources.map { ($0.file, $0.text(for: platform), $0.dependsOnPlatform) }
        let parts =
            [
                identity, module.name, module.package, "\(module.flags)", module.moduleMap ?? "", module.headers,
                used.hash,
            ]
            + sources.flatMap { [$0.0, $0.1] }
        return Job(
            module: module.name,
            key: FNV1a.hex(parts.joined(separator: "\0")),
            package: module.package,
            flags: module.flags,
            isTest: module.isTest,
            used: used,
            moduleMap: module.moduleMap,
            sources: sources
        )
    }

    /// Runs jobs in parallel and returns the results by the keys of the jobs.
    func run(_ jobs: [Job]) throws(RepoError) -> [String: Result] {
        var results: [String: Result] = [:]
        for (job, result) in zip(jobs, jobs.concurrentMap(run)) { results[job.key] = try result.get() }
        return results
    }

    /// Removes unused results that are at least a week old. Newer results are retained because they become useful again
    /// when a change is undone.
    func removeResults(except keys: Set<String>) {
        let limit = Date(timeIntervalSinceNow: -7 * 86_400)
        for name in Files.names(in: "\(folder)/modules") where !keys.contains(name) {
            let result = "\(folder)/modules/\(name)"
            if let date = Files.modificationDate(result), date < limit { Files.remove(result) }
        }
    }

    private func run(_ job: Job) throws(RepoError) -> Result {
        var interface = job.used
        if let map = job.moduleMap { interface.moduleMaps.insert(map) }
        guard job.sources.contains(where: { $0.dependsOnPlatform || !job.isTest }) else {
            interface.hash = job.key
            return Result(outcome: .correct(interface))
        }
        let resultFolder = "\(folder)/modules/\(job.key)"
        interface.searchPaths.insert(resultFolder)
        let record = "\(resultFolder)/hash"
        if let hash = try? Files.text(record) {
            interface.hash = FNV1a.hex(hash + job.used.hash)
            return Result(outcome: .correct(interface))
        }
        let findings = try compile(job, into: resultFolder)
        guard findings.isEmpty else {
            Files.remove(resultFolder)
            return Result(outcome: .failed, findings: findings)
        }
        let module = "\(resultFolder)/\(job.module).swiftmodule"
        let hash = job.isTest ? job.key : FNV1a.hex(String(decoding: try Files.data(module), as: UTF8.self))
        try Files.write(hash, to: record)
        interface.hash = FNV1a.hex(hash + job.used.hash)
        return Result(outcome: .correct(interface))
    }

    private func compile(_ job: Job, into resultFolder: String) throws(RepoError) -> [Finding] {
        let copies = "\(copies)/\(job.key)"
        defer { Files.remove(copies) }
        try Files.makeFolder(resultFolder)
        for source in job.sources { try Files.write(source.text, to: "\(copies)/\(source.file)") }
        let isScript = job.sources.contains { Files.name(of: $0.file) == "main.swift" }
        let output = "\(resultFolder)/\(job.module).swiftmodule"
        let run = try shell.capture(
            (job.isTest ? Self.testCompiler : ["swiftc", "-wmo", "-emit-module", "-o", output])
                + ["-swift-version", "6", "-module-name", job.module, "-package-name", job.package]
                + ["-enable-testing", "-suppress-warnings", "-module-cache-path", moduleCache, "-I", standIns]
                + (isScript ? [] : ["-parse-as-library"])
                + job.flags
                + job.used.searchPaths.sorted().flatMap { ["-I", $0] }
                + job.used.moduleMaps.sorted().flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
                + job.sources.flatMap { source in
                    let path = "\(copies)/\(source.file)"
                    return job.isTest && source.dependsOnPlatform ? ["-primary-file", path] : [path]
                }
        )
        guard !run.succeeded else { return [] }
        let findings = Self.findings(in: run.errors, below: copies)
        guard findings.isEmpty else { return findings }
        throw RepoError("cannot check \(job.module) for Apple's platforms: \(run.errors.suffix(2000))")
    }

    /// The command that checks the primary files of a module, which the driver `swiftc` cannot select. The plugins are
    /// those of the macros in tests.
    private static var testCompiler: [String] {
        let host = "\(Files.parent(of: Files.parent(of: Toolchain.swift ?? "")))/lib/swift/host"
        return ["swiftc", "-frontend", "-typecheck"]
            + ["-in-process-plugin-server-path", "\(host)/libSwiftInProcPluginServer.so"]
            + ["-plugin-path", "\(host)/plugins", "-plugin-path", "\(host)/plugins/testing"]
    }

    /// Returns the errors that the compiler printed, with the paths and module names of the original files.
    static func findings(in errors: String, below copies: String) -> [Finding] {
        var findings: [Finding] = []
        for line in errors.split(separator: "\n") {
            guard line.hasPrefix(copies + "/"), let match = line.firstMatch(of: /^([^:]+):(\d+):\d+: error: (.*)$/)
            else { continue }
            var message = AppleSource.original(String(match.output.3))
            if message.hasPrefix("cannot find ") {
                message += "; if Apple's SDK declares it, add its declaration to \(AppleCheck.standIns)"
            }
            let file = String(match.output.1.dropFirst(copies.count + 1))
            let finding = Finding(file: file, line: Int(match.output.2), message: message)
            if !findings.contains(finding) { findings.append(finding) }
        }
        return findings
    }
}
