import Foundation
import Testing

@testable import RepoTools

/// Rules for every workflow of the repository: which code runs with which permissions, and that actions and images are
/// pinned.
@Suite(.enabled(if: Checkout.root != nil)) struct WorkflowSafetyTests {
    struct Workflow: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var yaml: YAML

        var jobs: [String: YAML] { yaml["jobs"]?.members ?? [:] }
        var steps: [(job: String, step: YAML)] {
            jobs.flatMap { job in (job.value["steps"]?.items ?? []).map { (job.key, $0) } }
        }
    }

    private static let workflows: [Workflow] = {
        let folder = "\(Checkout.root ?? "")/.github/workflows"
        return Files.names(in: folder).sorted().compactMap { name in
            (try? Files.text("\(folder)/\(name)")).map { Workflow(testDescription: name, text: $0, yaml: YAML($0)) }
        }
    }()

    @Test("every workflow is checked")
    func names() {
        #expect(Self.workflows.map(\.testDescription) == ["ci.yml", "release.yml", "weekly.yml"])
    }

    @Test(
        "actions are pinned by commit, and a comment names the release",
        arguments: workflows
    )
    func actions(_ workflow: Workflow) throws {
        let uses = workflow.text.split(separator: "\n").filter { $0.contains("uses:") }
        #expect(uses.count == workflow.steps.count { $0.step["uses"] != nil })
        for line in uses {
            #expect(line.firstMatch(of: /uses: [\w.\/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/) != nil, "\(line)")
        }
    }

    @Test("an action has the same release everywhere")
    func releases() throws {
        let lines = Self.workflows.flatMap { $0.text.split(separator: "\n") }
        let pins = lines.compactMap { $0.firstMatch(of: /uses: (\w+\/[\w-]+)\S*@(.+)$/) }
        let releases = Dictionary(grouping: pins) { $0.1 }.mapValues { Set($0.map(\.2)) }
        #expect(!releases.isEmpty)
        for (action, releases) in releases { #expect(releases.count == 1, "\(action)") }
    }

    @Test("images are pinned by digest", arguments: workflows)
    func images(_ workflow: Workflow) throws {
        for (name, job) in workflow.jobs {
            guard let image = job["container"] else { continue }
            #expect(image.string?.wholeMatch(of: /[\w.\/:-]+@sha256:[0-9a-f]{64}/) != nil, "\(name): \(image)")
        }
    }

    @Test("no checkout leaves its token where tested code can read it", arguments: workflows)
    func credentials(_ workflow: Workflow) throws {
        for (job, step) in workflow.steps where step["uses"]?.string?.hasPrefix("actions/checkout@") == true {
            #expect(step["with"]?["persist-credentials"]?.string == "false", "\(job)")
        }
    }

    @Test("a job with write access runs no code of the branch", arguments: workflows)
    func writers(_ workflow: Workflow) throws {
        #expect(workflow.yaml["permissions"] == .map(["contents": .scalar("read")]))
        for (name, job) in workflow.jobs {
            let permissions = job["permissions"] ?? workflow.yaml["permissions"]
            guard permissions?.scalars.contains(where: { $0.hasPrefix("write") }) ?? true else { continue }
            for step in job["steps"]?.items ?? [] {
                #expect(step["run"] == nil, "\(name)")
                #expect(step["uses"]?.string?.hasPrefix("actions/checkout@") == false, "\(name)")
            }
        }
    }

    @Test("only the jobs that write the coverage comment and a draft of a release have write access")
    func permissions() throws {
        let writers = Self.workflows.flatMap(\.jobs).filter { $0.value["permissions"] != nil }
        let permissions = Dictionary(uniqueKeysWithValues: writers).mapValues { $0["permissions"] }
        let expected: [String: YAML] = [
            "comment": .map(["pull-requests": .scalar("write")]), "publish": .map([
                "attestations": .scalar("write"), "contents": .scalar("write"), "id-token": .scalar("write"),
            ]),
        ]
        #expect(permissions == expected)
    }

    @Test(
        "no script contains a “${{ }}” expression, and no pull request runs with the permissions of the base branch",
        arguments: workflows
    )
    func scripts(_ workflow: Workflow) throws {
        #expect(workflow.yaml["on"]?["pull_request_target"] == nil)
        for (job, step) in workflow.steps {
            let scripts = [step["run"], step["with"]?["script"]].compactMap { $0?.string }
            #expect(!scripts.contains { $0.contains("${{") }, "\(job): \(scripts)")
        }
    }
}
