import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let repo = details(
        "repo",
        of: ResultKind.repositories,
        summary: "Show details of GitHub repositories",
        argument: ("OWNER/NAME", "a repository"),
        examples: ["repo swiftlang/swift", "repo 2 --web", "repo apple/swift-nio --json stargazersCount,license"],
        target: { $0.repositoryTarget },
        page: { DetailsPage(of: $0, $1) }
    )

    static let issue = details(
        "issue",
        of: ResultKind.issues,
        summary: "Show details of GitHub issues and pull requests",
        argument: ("OWNER/NAME#NUMBER", "an issue or pull request"),
        examples: ["issue octocat/Hello-World#18", "issue 2 --json state,labels", "issue 3 --web"],
        target: { $0.issueTarget },
        page: { DetailsPage(of: $0, $1) }
    )

    private static func details<Item>(
        _ name: String,
        of kind: ResultKind<Item>,
        summary: String,
        argument: (placeholder: String, subject: String),
        examples: [String],
        target: @escaping @Sendable (GitHubTarget) -> DetailsCommand<Item>.Target?,
        page: @escaping @Sendable (Item, OutputStyle) -> DetailsPage
    ) -> Command {
        Command(
            path: [name],
            summary: summary,
            arguments: [
                ArgumentSpec(
                    placeholder: argument.placeholder,
                    meaning: "The name or URL of \(argument.subject), or its number in the last table",
                    count: .several
                )
            ],
            options: OptionSpec.output(of: kind.fieldNames) + [
                .web, .refresh, .dryRun, .budget, .timeout(), .wait, .record, .replay, .verbose,
            ],
            details: [
                "Each \(kind.singular) costs one of 5,000 requests per hour (60 without a token), and no search."
            ],
            examples: examples
        ) { invocation, settings throws(UsageError) in
            let targets = try GitHubTarget.targets(of: invocation, settings, target)
            return try await DetailsCommand(kind: kind, targets, invocation, settings, page: page).run()
        }
    }
}

/// A repository, or an issue of it, on GitHub's website.
private struct GitHubTarget {
    /// The segments of the path of the web page: the owner, the name, and for an issue `issues` and the number.
    var path: [String]

    /// Returns what the arguments of a command refer to.
    static func targets<Item>(
        of invocation: Invocation,
        _ settings: CommandSettings,
        _ target: (GitHubTarget) -> DetailsCommand<Item>.Target?
    ) throws(UsageError) -> [DetailsCommand<Item>.Target] {
        var targets: [DetailsCommand<Item>.Target] = []
        for argument in invocation.arguments {
            for address in try settings.resolved(argument) {
                let url = try OpenTarget(address).web
                let hosts = [OpenTarget.gitHubSite, settings.gitHubSite].map { URL(string: $0)?.host() }
                let path = url.path().split(separator: "/").map(String.init)
                guard hosts.contains(url.host()), path.allSatisfy(OpenTarget.isName),
                    let found = target(GitHubTarget(path: path))
                else {
                    let text = SafeText.line(address)
                    let subject = address == argument ? "'\(text)'" : "result \(argument) of the last table (\(text))"
                    let form = invocation.command.arguments[0].placeholder
                    throw UsageError("\(subject) is not \(form) or the URL of its page; correct it")
                }
                if !targets.contains(where: { $0.name == found.name }) { targets.append(found) }
            }
        }
        return targets
    }

    var repositoryTarget: DetailsCommand<GitHubRepository>.Target? {
        guard path.count >= 2 else { return nil }
        let (owner, name) = (path[0], path[1].hasSuffix(".git") ? String(path[1].dropLast(4)) : path[1])
        return .init(name: "\(owner)/\(name)", page: "\(owner)/\(name)") { seek throws(SearchError) in
            try await seek.gitHub.repository(owner: owner, name: name)
        }
    }

    var issueTarget: DetailsCommand<GitHubIssue>.Target? {
        guard path.count >= 4, ["issues", "pull"].contains(path[2]), let number = Int64(path[3]), number > 0 else {
            return nil
        }
        let (owner, repository) = (path[0], path[1])
        return .init(
            name: "\(owner)/\(repository)#\(number)",
            page: "\(owner)/\(repository)/\(path[2])/\(number)"
        ) { seek throws(SearchError) in try await seek.gitHub.issue(number, owner: owner, repository: repository) }
    }
}

/// Fetches single results of GitHub, one request each, and shows them, or opens them in the browser.
struct DetailsCommand<Item: Sendable> {
    struct Target: Sendable {
        var name: String
        /// The path of the web page.
        var page: String
        var fetch: @Sendable (SeekClient) async throws(SearchError) -> Response<Item>
    }

    private let kind: ResultKind<Item>
    private let targets: [Target]
    private let invocation: Invocation
    private let output: OutputOptions
    private let settings: CommandSettings
    private let page: (Item, OutputStyle) -> DetailsPage

    init(
        kind: ResultKind<Item>,
        _ targets: [Target],
        _ invocation: Invocation,
        _ settings: CommandSettings,
        page: @escaping (Item, OutputStyle) -> DetailsPage
    ) throws(UsageError) {
        self.kind = kind
        self.targets = targets
        self.settings = settings
        self.page = page
        self.invocation = invocation.with(maximumCalls: targets.count)
        output = try OutputOptions(invocation, fieldNames: kind.fieldNames, settings.console)
    }

    private var console: Console { settings.console }

    func run() async throws(UsageError) -> CommandStatus {
        if invocation.has(.web) {
            for target in targets {
                guard let url = URL(string: "\(OpenTarget.gitHubSite)/\(target.page)") else { continue }
                let status = await OpenCommand(settings: settings).openSite(url, invocation)
                guard status == .success else { return status }
            }
            return .success
        }
        let session = try Session(of: invocation, settings)
        if invocation.has(.dryRun) { return await session.end(with: try await estimate(session)) }
        return await session.end(with: await show(session))
    }

    private func estimate(_ session: Session) async throws(UsageError) -> CommandStatus {
        var estimates: [CostEstimate] = []
        do throws(SearchError) {
            for target in targets {
                let cost = try await session.cost(maximumCalls: 1) { _ = try await target.fetch(session.seek) }
                estimates.append(CostEstimate(.gitHub, "core", cost))
            }
        } catch {
            return settings.report(error, of: invocation)
        }
        return try await session.write(estimates, of: invocation)
    }

    /// Shows the results. One that does not exist is reported; any other error ends the command, after the results
    /// that were received.
    private func show(_ session: Session) async -> CommandStatus {
        var items: [Item] = []
        var status = CommandStatus.success
        console.progress.start("fetching \(targets.count == 1 ? targets[0].name : kind.plural)")
        for target in targets {
            do throws(SearchError) {
                let response = try await target.fetch(session.seek)
                items.append(response.value)
                if invocation.has(.verbose) {
                    let cost = counted(response.provenance.attempts, "call")
                    console.report("\(target.name)\(invocation.origin(response.provenance, cost: cost))")
                }
                console.warnIfStale(
                    response.provenance,
                    subject: "the details of \(target.name) are",
                    usedUpBudgetText: session.usedUpBudgetText(invocation)
                )
            } catch {
                status = settings.report(error, of: invocation)
                guard case .notFound = error else { break }
            }
        }
        console.progress.end()
        let written = await write(items, session)
        return status == .success ? written : status
    }

    private func write(_ items: [Item], _ session: Session) async -> CommandStatus {
        guard let item = items.first, items.count == 1, output.isDefault, let terminal = console.context.terminal else {
            return await session.write(items, as: kind, output, emptyMessage: nil)
        }
        let style = console.style(at: session.now)
        return console.write(page(item, style).formatted(style, width: terminal.columns), through: settings.pager)
    }
}

extension DetailsPage {
    fileprivate init(of repository: GitHubRepository, _ style: OutputStyle) {
        let states = [
            repository.isFork ? "fork" : nil, repository.isArchived ? "archived" : nil,
            repository.isDisabled ? "disabled" : nil,
        ].compactMap { $0 }
        self.init(properties: [
            ("name", repository.fullName),
            ("description", repository.description),
            ("language", repository.language),
            ("stars", repository.starCount?.grouped),
            ("forks", repository.forkCount?.grouped),
            ("open issues", repository.openIssueCount?.grouped),
            ("license", repository.license),
            ("topics", repository.topics.joined(separator: ", ")),
            ("homepage", repository.homepage),
            ("branch", repository.defaultBranch),
            ("size", repository.size.map { "\($0.grouped) kB" }),
            ("visibility", repository.visibility?.rawValue),
            ("state", states.joined(separator: ", ")),
            ("created", Self.date(repository.createdAt, in: style)),
            ("pushed", Self.date(repository.pushedAt, in: style)),
            ("url", repository.url.absoluteString),
        ])
    }

    fileprivate init(of issue: GitHubIssue, _ style: OutputStyle) {
        let reason = issue.stateReason.map { " (\($0.rawValue.replacing("_", with: " ")))" } ?? ""
        let kind = issue.isPullRequest ? issue.isDraft ? "draft pull request" : "pull request" : "issue"
        self.init(
            properties: [
                ("title", issue.title),
                (kind, "\(issue.repository ?? "")#\(issue.number)"),
                ("state", issue.stateName.map { $0 + reason }),
                ("type", issue.type),
                ("labels", issue.labels.map(\.name).joined(separator: ", ")),
                ("author", issue.author?.login),
                ("assignees", issue.assignees.map(\.login).joined(separator: ", ")),
                ("milestone", issue.milestone),
                ("comments", issue.commentCount?.grouped),
                ("reactions", issue.reactions.flatMap { $0.total > 0 ? $0.total.grouped : nil }),
                ("created", Self.date(issue.createdAt, in: style)),
                ("updated", Self.date(issue.updatedAt, in: style)),
                (issue.mergedAt == nil ? "closed" : "merged", Self.date(issue.mergedAt ?? issue.closedAt, in: style)),
                ("url", issue.url.absoluteString),
            ],
            text: issue.body
        )
    }
}
