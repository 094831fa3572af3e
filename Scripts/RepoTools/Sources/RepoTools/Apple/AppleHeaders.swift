/// Checks that the C headers and sources compile for macOS, as an example of Apple's platforms. The system headers are
/// those in the folder ``AppleCheck/standIns``, because this system also has headers that Apple's SDKs lack.
struct AppleHeaders {
    let repository: Repository
    let standIns: String
    let shell: Shell

    func findings() throws(RepoError) -> [Finding] {
        var findings: [Finding] = []
        for package in repository.mainPackages {
            for target in package.manifest.targets {
                let files = [".h", ".c"].flatMap { repository.files(of: target, in: package, suffix: $0) }
                for file in files { findings += try self.findings(file) }
            }
        }
        return findings
    }

    private func findings(_ file: String) throws(RepoError) -> [Finding] {
        let path = "\(repository.root)/\(file)"
        let folder = Files.parent(of: path)
        let run = try shell.capture(
            Toolchain.tool("clang")
                + ["-target", "arm64-apple-macosx15.0", "-fsyntax-only", "-w", "-nostdlibinc", "-x", "c"]
                + ["-isystem", "\(standIns)/include", "-I", "\(folder)/include", "-I", folder, path]
        )
        guard !run.succeeded else { return [] }
        for line in run.errors.split(separator: "\n") {
            guard let match = line.firstMatch(of: /^([^:]+):(\d+):\d+: (?:fatal )?error: (.*)$/) else { continue }
            let isInFile = match.output.1 == path
            let message = "on Apple's platforms: \(match.output.3); enclose what only Linux has in #ifdef __linux__"
            return [Finding(file: file, line: isInFile ? Int(match.output.2) : nil, message: message)]
        }
        throw RepoError("cannot check \(file) for Apple's platforms: \(run.errors.suffix(2000))")
    }
}
