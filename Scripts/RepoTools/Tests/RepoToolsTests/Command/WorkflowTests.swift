import Foundation
import Testing

@testable import RepoTools

/// Checks the workflows of this repository for consistency, and runs their steps, which are scripts.
@Suite(.enabled(if: Checkout.root != nil)) struct WorkflowTests {
    private let root: String
    /// The workflow `ci.yml`.
    private let workflow: YAML
    /// The jobs of `ci.yml`.
    private let jobs: [String: YAML]
    /// The jobs of the weekly workflow.
    private let weekly: [String: YAML]
    /// The jobs of the workflow for releases.
    private let release: [String: YAML]

    init() throws {
        root = Checkout.root ?? ""
        workflow = YAML(try Files.text("\(root)/.github/workflows/ci.yml"))
        jobs = try #require(workflow["jobs"]).members
        weekly = try #require(YAML(try Files.text("\(root)/.github/workflows/weekly.yml"))["jobs"]).members
        release = try #require(YAML(try Files.text("\(root)/.github/workflows/release.yml"))["jobs"]).members
    }

    private func steps(_ job: String) -> [YAML] { jobs[job]?["steps"]?.items ?? [] }

    private func needs(_ job: String) -> [String] {
        let needs = jobs[job]?["needs"]
        return needs?.string.map { [$0] } ?? needs?.items.compactMap(\.string) ?? []
    }

    /// Returns the words in all expressions: those in `${{ }}`, and the conditions of `if`, which have no braces.
    private func references(_ node: YAML) -> [String] {
        let conditions = node.members.filter { $0.key == "if" }.values.compactMap(\.string)
        let nested = node.members.values.flatMap { references($0) } + node.items.flatMap { references($0) }
        guard let text = node.string else { return conditions.flatMap(words) + nested }
        return text.components(separatedBy: "${{").dropFirst().flatMap { words($0.components(separatedBy: "}}")[0]) }
    }

    private func words(_ expression: String) -> [String] {
        expression.split { !($0.isLetter || $0.isNumber || "._-".contains($0)) }.map(String.init)
    }

    @Test("every job has a timeout and refers only to existing jobs, steps and outputs")
    func jobReferences() throws {
        #expect(
            Set(jobs.keys) == ["plan", "lint", "packages", "macos", "ios", "umbrella", "coverage", "comment", "ci"]
        )
        for (name, job) in jobs {
            #expect(Int(job["timeout-minutes"]?.string ?? "") != nil, "\(name)")
            #expect(needs(name).allSatisfy { jobs[$0] != nil }, "\(name)")
            for word in references(job) {
                let parts = word.split(separator: ".").map(String.init)
                if parts.first == "needs" {
                    #expect(needs(name).contains(parts[1]), "\(name): \(word)")
                    let isKnown = parts[2] == "result" || jobs[parts[1]]?["outputs"]?[parts[3]] != nil
                    #expect(isKnown, "\(name): \(word)")
                } else if parts.first == "steps" {
                    #expect(steps(name).contains { $0["id"]?.string == parts[1] }, "\(name): \(word)")
                } else if parts.first == "matrix" {
                    #expect(["name", "packages"].contains(parts[1]), "\(name): \(word)")
                    #expect(job["strategy"] != nil, "\(name): \(word)")
                }
            }
        }
        // The outputs of the plan job are those of the step that prints them.
        for (name, value) in try #require(jobs["plan"]?["outputs"]).members {
            #expect(["matrix", "any", "everything"].contains(name))
            #expect(value.string == "${{ steps.plan.outputs.\(name) }}")
        }
    }

    @Test("the gate job reads the result of every job except the two for coverage")
    func gate() throws {
        let deciding = Set(jobs.keys).subtracting(["ci", "coverage", "comment"])
        #expect(Set(needs("ci")) == deciding)
        #expect(jobs["ci"]?["if"]?.string == "always()")
        let step = try #require(steps("ci").first { $0["run"]?.string?.contains("gate") == true })
        for job in deciding {
            let variable = job.uppercased()
            #expect(step["run"]?.string?.contains("\"\(job)=$\(variable)\"") == true)
            #expect(step["env"]?[variable]?.string == "${{ needs.\(job).result }}")
        }
    }

    @Test("a release is published as a draft, and only after its tests and its build have succeeded")
    func publishing() throws {
        let publish = try #require(release["publish"])
        #expect(publish["needs"] == .list([.scalar("test"), .scalar("build")]))
        #expect(publish["if"] == nil)
        let script = publish["steps"]?.items.compactMap { $0["with"]?["script"]?.string }.first
        #expect(script?.contains("draft: true") == true)
        for (name, job) in release { #expect(Int(job["timeout-minutes"]?.string ?? "") != nil, "\(name)") }
    }

    @Test("the run of a push to main is not cancelled by the next push")
    func concurrency() throws {
        let group = workflow["concurrency"]?["group"]?.string
        #expect(group == "ci-${{ github.event_name == 'pull_request' && github.ref || github.run_id }}")
    }

    @Test("jobs in containers mark the folder as safe for git")
    func safeFolder() throws {
        for name in jobs.keys where jobs[name]?["container"] != nil && name != "ci" {
            let runs = steps(name).compactMap { $0["run"]?.string }
            #expect(runs.first == #"git config --global --add safe.directory "$GITHUB_WORKSPACE""#, "\(name)")
        }
    }

    @Test("jobs that compare with a base fetch the whole history")
    func history() throws {
        for name in ["plan", "lint"] {
            #expect(steps(name)[0]["with"]?["fetch-depth"]?.string == "0")
        }
    }

    @Test("the key of a cache identifies its contents")
    func caches() throws {
        let caches = jobs.keys.flatMap { steps($0) }.filter { $0["uses"]?.string?.hasPrefix("actions/cache") == true }
        #expect(caches.count > 4)
        for cache in caches {
            let (path, key) = (cache["with"]?["path"]?.string, cache["with"]?["key"]?.string ?? "")
            let inputs = [
                ".build/repo-tools/build": "('Scripts/RepoTools/Package.swift', 'Scripts/RepoTools/Sources/**')",
                ".build/repo-tools/outlines": "('Package.swift', '*/*/Package.swift')",
                ".build/base-coverage": "coverage-main-",
            ]
            #expect(key.contains(inputs[path ?? ""] ?? "none"), "\(key)")
            // A restored build of other sources would be used as if it were up to date.
            if path == ".build/repo-tools/build" { #expect(cache["with"]?["restore-keys"] == nil) }
        }
    }

    // MARK: Running the steps

    /// Creates a folder with the script `Scripts/ci`, which contains the steps, and with stubs of the programs that the
    /// steps start. A stub records its name and its arguments.
    private func stubs() throws -> TempRepo {
        let repo = try TempRepo()
        try repo.write("Scripts/ci", try Files.text("\(root)/Scripts/ci"))
        for name in [
            "Scripts/repo", "Scripts/test", "Scripts/lint", "Scripts/coverage", "Scripts/bootstrap", "Scripts/consume",
            "Scripts/docs", "Scripts/torment", "Scripts/fuzz", "Scripts/adopt", "bin/swift", "bin/xcodebuild",
            "bin/docker",
        ] {
            let stub =
                "#!/bin/sh\necho \"\(Files.name(of: name)) $*\" >>\"$CALLS\"\n[ \"$1\" != ci ] || echo any=true\n"
            try repo.write(name, stub)
            try makeExecutable("\(repo.root)/\(name)")
        }
        try makeExecutable("\(repo.root)/Scripts/ci")
        try repo.git("init", "-q", "-b", "main")
        try repo.commit()
        return repo
    }

    /// Replaces a file with an executable copy that another process writes: a program that a concurrent test starts
    /// could inherit this process's descriptor of the file, which then could not be executed ("Text file busy").
    private func makeExecutable(_ path: String) throws {
        let copy = "cp \"$0\" \"$0.copy\" && chmod +x \"$0.copy\" && mv \"$0.copy\" \"$0\""
        try Subprocess.run(["sh", "-c", copy, path]).expectSuccess()
    }

    @Test("each step runs as on GitHub and calls the expected programs")
    func scripts() throws {
        let repo = try stubs()
        let head = try repo.git("rev-parse", "HEAD")
        var called: [String: [String]] = [:]
        let allJobs = jobs.merging(weekly) { job, _ in job }.merging(release) { job, _ in job }
        for name in allJobs.keys.sorted() {
            let calls = "\(repo.root)/calls-\(name)"
            try Files.write("", to: calls)
            for step in allJobs[name]?["steps"]?.items ?? [] {
                guard let script = step["run"]?.string else { continue }
                for program in script.split(separator: " ").filter({ $0.hasPrefix("Scripts/") }) {
                    #expect(Files.isExecutable("\(root)/\(program)"), "\(program)")
                }
                try Files.makeFolder("\(repo.root)/.build/repo-tools/build")
                try repo.write(".build/reports/coverage/coverage.json", "{}")
                try repo.write("step", script)
                var environment = [
                    "CALLS": calls, "PATH": "\(repo.root)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
                    "HOME": repo.root, "BASE": head, "GITHUB_EVENT_NAME": "push", "GITHUB_WORKSPACE": repo.root,
                    "GITHUB_REF_NAME": "1.2.3",
                    "GITHUB_OUTPUT": "\(repo.root)/output", "GITHUB_STEP_SUMMARY": "\(repo.root)/summary",
                ]
                // Values that GitHub evaluates are replaced by constants.
                for (variable, value) in step["env"]?.members ?? [:] {
                    environment[variable] =
                        variable == "PACKAGES" && name != "ci" ? "A B" : value.string == nil ? "" : "success"
                }
                // The command that GitHub Actions runs for `shell: bash`.
                let shell = "cd \"$0\" && exec bash --noprofile --norc -eo pipefail step"
                let result = try Subprocess.run(["sh", "-c", shell, repo.root], environment: environment)
                #expect(result.succeeded, "\(name): \(script)\n\(result.errors)")
            }
            called[name] = try Files.text(calls).split(separator: "\n").map(String.init)
        }
        #expect(called["plan"] == ["repo ci plan --event push --base \(head) --shards 4"])
        #expect(try Files.text("\(repo.root)/output") == "any=true\n")
        #expect(called["lint"] == ["lint ", "repo check thresholds --base \(head)"])
        #expect(called["packages"] == ["test --package A --package B"])
        #expect(called["macos"] == called["packages"])
        let xcode =
            "build -scheme Seek-Package -destination generic/platform=iOS Simulator -derivedDataPath .build/xcode"
        #expect(called["ios"] == ["xcodebuild -version", "xcodebuild \(xcode) CODE_SIGNING_ALLOWED=NO"])
        let umbrella = [
            "bootstrap ", "swift build", "swift test --no-parallel", "consume ", "bootstrap --browser", "docs --check",
        ]
        #expect(called["umbrella"] == umbrella)
        #expect(called["coverage"] == ["coverage "])
        #expect(called["sanitize"] == ["test --sanitize success"])
        #expect(called["torment"] == ["torment "])
        #expect(called["fuzz"] == ["fuzz "])
        #expect(called["adopt"] == ["adopt "])
        #expect(called["test"] == ["test --all"])
        let image = "--file Scripts/Packaging/Containerfile --target build --build-arg VERSION=1.2.3 --tag seek-build ."
        let files = "\(repo.root)/.build/release/files"
        let build = try #require(called["build"])
        #expect(
            build.prefix(6) == [
                "docker build \(image)",
                "docker run --rm --privileged seek-build Scripts/release-proof 1.2.3 --output /release",
                "docker create seek-build", "docker cp :/release/. .build/release/files", "docker rm ",
                "docker run --rm --volume \(files):/files seek-build sh -euc ",
            ]
        )
        #expect(build.contains { $0.contains("Scripts/docs --check") })
        #expect(build.last?.hasSuffix("seek-1.2.3-documentation") == true)
        let results = ["plan", "lint", "packages", "macos", "ios", "umbrella"].map { "\($0)=success" }.joined(
            separator: " "
        )
        #expect(called["ci"] == ["repo ci gate --any success \(results)"])
    }

    @Test("an unknown step and missing arguments are usage errors; a base and the outputs of the plan may be missing")
    func missing() throws {
        let repo = try stubs()
        func run(_ arguments: String...) throws -> (Subprocess.Result, String) {
            let calls = "\(repo.root)/calls"
            try Files.write("", to: calls)
            let result = try Subprocess.run(["\(repo.root)/Scripts/ci"] + arguments, environment: ["CALLS": calls])
            return (result, try Files.text(calls))
        }
        #expect(try run("packages", "").0.status == 2)
        #expect(try run("walk").0.status == 2)
        #expect(try run("release").0.status == 2)
        #expect(try run("docs").0.status == 2)
        // A scheduled run has no base, and the base of the first push of a branch is zeros: there are no thresholds to
        // compare with.
        #expect(try run("lint", "").1 == "lint \n")
        #expect(try run("lint", String(repeating: "0", count: 40)).1 == "lint \n")
        #expect(try run("plan", "schedule", "").1 == "repo ci plan --event schedule --base  --shards 4\n")
        // A failed plan has no outputs, so skipped jobs count as failures.
        #expect(try run("gate", "", "plan=failure").1 == "repo ci gate --any true plan=failure\n")
    }
}
