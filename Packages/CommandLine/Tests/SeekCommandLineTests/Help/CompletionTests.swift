#if os(macOS) || os(Linux)
import Foundation
import SeekBasics
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("Completion", .timeLimit(.minutes(2)))
struct CompletionTests {
    private enum Shell: String {
        case bash, zsh, fish
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // A substitute for `seek`, which completion scripts run to list the names of saved searches and aliases. The
        // search `title-1` must not be offered where a field such as `title` is expected.
        try folder.writeScript(
            """
            case "$*" in
            'saved list --template {{.name}}') printf '%s\\n' 'two words' title-1 walks ;;
            'alias list --template {{.name}}') printf '%s\\n' nights ;;
            esac
            """,
            to: "bin/seek"
        )
    }

    @Test("the commands that list names for completions send no request")
    func listCommands() async throws {
        let environment = ["SEEK_STATE_DIR": folder.url.path]
        let aliases = await seek(["alias", "list", "--template", "{{.name}}"], environment: environment)
        #expect(aliases.status == .success)
        for name in ["walks", "two words"] {
            _ = await seek("saved", "add", name, "x", environment: environment)
        }
        let arguments = ["saved", "list", "--template", "{{.name}}"]
        let outcome = await seek(arguments, environment: environment)
        #expect(outcome == Outcome(status: .success, output: "two words\nwalks\n", messages: ""))
    }

    @Test("bash completes a name with a space as one word", requiring(.bash))
    func nameWithSpace() async throws {
        #expect(try await bash(["seek", "saved", "run", "tw"]) == ["two\\ words"])
        #expect(try await bash(["seek", "saved", "run", "two\\ w"]) == ["two\\ words"])
    }

    /// Input lines and the expected completions. For bash, the part after `=` is a separate word.
    private static let cases: [(line: String, completions: Set<String>, isAfterEquals: Bool)] = [
        ("seek vid", ["videos", "video"], false), ("seek h", ["help"], false), ("seek --ver", ["--version"], false),
        ("seek cache ", ["stats", "clean"], false), ("seek cache cl", ["clean"], false),
        ("seek saved r", ["run", "remove"], false), ("seek help cache ", ["stats", "clean"], false),
        ("seek help vide", ["videos", "video"], false), ("seek completion z", ["zsh"], false),
        ("seek config set git", ["github-api-version", "github-token", "github-url"], false),
        ("seek videos swift --lim", ["--limit"], false),
        ("seek completion ", ["bash", "zsh", "fish"], false), ("seek saved nosuch r", [], false),
        // Aliases, whose arguments are not known.
        ("seek ni", ["nights"], false), ("seek nights vid", [], false), ("seek nights --or", [], false),
        // Completions that seek prints.
        ("seek saved run wa", ["walks"], false), ("seek saved remove wa", ["walks"], false),
        ("seek saved add wa", [], false), ("seek saved run --all wa", ["walks"], false),
        ("seek saved run --json=ti", ["--json=title"], true),
        // A search text may be the name of a command.
        ("seek videos cache st", [], false), ("seek videos --order ti", ["title"], false),
        ("seek videos --order=ti", ["--order=title"], true), ("seek search x --json=ti", ["--json=title"], true),
        ("seek search --kinds vid", ["videos"], false), ("seek search --kinds code,ch", ["code,channels"], false),
        ("seek search --kinds code,co", ["code,commits"], false),
        // Values after a space, required or optional; lists; other names of commands; settings and their values.
        ("seek search x --json ti", ["title"], false), ("seek search x --json title,ki", ["title,kind"], false),
        ("seek videos x --event-type l", ["live"], false),
        ("seek repos x --match name,de", ["name,description"], false),
        ("seek repos x --archived=f", ["--archived=false"], true), ("seek repos x --archived f", [], false),
        ("seek repos x --format t", ["table", "tsv"], false), ("seek pulls x --merged-", ["--merged-at"], false),
        ("seek saved rm wa", ["walks"], false), ("seek config set im", ["images"], false),
        ("seek config set images ", ["auto", "never"], false), ("seek config set images a", ["auto"], false),
        ("seek config set cache-dir ", ["pictures"], false), ("seek videos --thumbnails ", ["pictures"], false),
        ("seek config set pager l", [], false),
        ("seek config rm im", ["images"], false), ("seek search --kinds=vid", ["--kinds=videos"], true),
        ("seek videos --color n", ["never"], false), ("seek quota --color=al", ["--color=always"], true),
        ("seek search --replay tr", ["trace.har"], false), ("seek labels x --repo tr", [], false),
        ("seek search --weight youtube-", ["youtube-channels=", "youtube-playlists="], false),
        ("seek search --weight=youtube-c", ["--weight=youtube-channels="], true),
    ]

    @Test("the bash script is valid", requiring(.bash))
    func validBashSyntax() async throws { try await checkSyntax(in: .bash) }

    @Test("the fish script is valid", requiring(.fish))
    func validFishSyntax() async throws { try await checkSyntax(in: .fish) }

    @Test("the zsh script is valid", requiring(.zsh))
    func validZshSyntax() async throws { try await checkSyntax(in: .zsh) }

    private func checkSyntax(in shell: Shell) async throws {
        #expect(try await run(shell, ["-n", folder.write(await Self.script(shell), to: "script").path]).isEmpty)
    }

    @Test(
        "bash completes commands, flags and values",
        requiring(.bash),
        arguments: cases.indices
    )
    func bashCompletions(index: Int) async throws {
        let (line, completions, isAfterEquals) = Self.cases[index]
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if let last = words.last, let sign = last.firstIndex(of: "="), isAfterEquals {
            words[words.count - 1] = String(last[..<sign])
            words += ["=", String(last[last.index(after: sign)...])]
        }
        let values = completions.map { isAfterEquals ? String($0.drop { $0 != "=" }.dropFirst()) : $0 }
        #expect(try await bash(words) == Set(values))
    }

    @Test("the bash script uses compgen -f for files, and does not offer files by default")
    func bashFiles() async {
        let script = await Self.script(.bash)
        #expect(script.contains("complete -F _seek seek\n"))
        #expect(script.contains("compopt -o filenames 2>/dev/null || :; _seek_reply -f "))
    }

    @Test("bash completes a file whose name has a space or a wildcard as one word", requiring(.bash))
    func bashFileNames() async throws {
        try folder.write("", to: "here/two *.har")
        #expect(try await bash(["seek", "search", "--replay", "t"]) == ["trace.har", "two *.har"])
    }

    /// Commands in a startup file of bash or in the shell, before the script is sourced.
    private static let bashSetups = [
        "set -euo pipefail", "set -o noclobber -o noglob", "set -o posix", "shopt -s failglob nullglob", "IFS=,",
        "shopt -s expand_aliases; alias compgen=false local=false read=false complete=false eval=false",
        "source ./../script; set -e",
    ]

    @Test(
        "bash completes with any options, and if the script is sourced twice",
        requiring(.bash),
        arguments: bashSetups
    )
    func bashOptions(setup: String) async throws {
        #expect(try await bash(["seek", "vid"], setup: setup) == ["videos", "video"])
        #expect(try await bash(["seek", "videos", "--order", "nothing"], setup: setup).isEmpty)
        #expect(try await bash(["seek", "search", "--kinds", "code,co"], setup: setup) == ["code,commits"])
        #expect(try await bash(["seek", "saved", "run", "wa"], setup: setup) == ["walks"])
    }

    /// Returns the completions of bash for these words.
    private func bash(_ words: [String], setup: String = ":") async throws -> Set<String> {
        let script = """
            \(setup)
            source \(Self.quoted(try folder.write(await Self.script(.bash), to: "script").path))
            COMP_WORDS=(\(words.map(Self.quoted).joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            _seek seek
            printf '%s\n' "${COMPREPLY[@]}"
            """
        return try await run(.bash, ["-c", script])
    }

    @Test(
        "fish completes commands, flags and values",
        requiring(.fish),
        arguments: cases.indices
    )
    func fishCompletions(index: Int) async throws {
        let file = try folder.write(await Self.script(.fish), to: "script")
        let source = "source \(Self.quoted(file.path));"
        let script = "\(source) \(source) complete -C \(Self.quoted(Self.cases[index].line))"
        let lines = try await run(.fish, ["--no-config", "-c", script])
        // A description follows after a tab, and a slash after a folder.
        #expect(Set(lines.map { String($0.prefix { !"\t/".contains($0) }) }) == Self.cases[index].completions)
    }

    @Test(
        "zsh completes commands, flags and values",
        requiring(.zsh),
        arguments: cases.indices
    )
    func zshCompletions(index: Int) async throws {
        let (line, completions, _) = Self.cases[index]
        #expect(try await zsh(line, before: Self.loadZshCompletion) == completions)
    }

    private static let loadZshCompletion = "autoload -Uz compinit && compinit -u -D"

    /// Commands in a startup file of zsh before and after the script is sourced.
    private static let zshSetups: [(before: String, after: String)] = [
        ("", ""), ("", loadZshCompletion), ("", "source ../script; \(loadZshCompletion); source ../script"),
        ("setopt nounset errexit noclobber ksh_arrays sh_word_split", ""),
        ("setopt err_return posix_builtins", loadZshCompletion),
        ("\(loadZshCompletion); setopt ksh_arrays nounset; alias case=false compdef=false; alias -g title=x", ""),
    ]

    @Test(
        "zsh completes before and after its completion system is loaded, and with any options",
        requiring(.zsh),
        arguments: zshSetups.indices
    )
    func zshOptions(index: Int) async throws {
        let (before, after) = Self.zshSetups[index]
        for (line, completions) in [("seek vid", ["videos", "video"]), ("seek videos --order ti", ["title"])] {
            #expect(try await zsh(line, before: before, after: after) == Set(completions))
        }
    }

    @Test("zsh sources the script without a message in a shell that is not interactive", requiring(.zsh))
    func zshScript() async throws {
        let script = try folder.write(await Self.script(.zsh), to: "script")
        let command = "setopt nounset errexit; source \(Self.quoted(script.path)); print $_comps[seek]"
        #expect(try await run(.zsh, ["-f", "-c", command]) == ["_seek"])
    }

    /// Returns the completions of zsh for this line.
    private func zsh(_ line: String, before: String, after: String = "") async throws -> Set<String> {
        let script = try folder.write(Self.zshCapture, to: "capture")
        let completion = try folder.write(await Self.script(.zsh), to: "script")
        let setup = try folder.write(Self.zshSetup(completion.path, before, after), to: "setup")
        return try await run(.zsh, ["-f", script.path, setup.path, line])
    }

    /// Completes on a pseudo-terminal, which zsh requires. The completions are printed between two lines with a NUL.
    private static let zshCapture = #"""
        zmodload zsh/zpty
        zpty terminal zsh -f -i
        zpty -w terminal "source ${(q)1}"
        zpty -r terminal line $'*ready-2\r\n*'
        zpty -w -n terminal "$2"$'\t'
        integer marks=0
        while zpty -r terminal line; do print -rn -- "$line"; done | while IFS= read -r line; do
            if [[ $line == *$'\0'* ]]; then
                (( marks++ )) && break
            elif (( marks )); then
                print -r -- "${line%$'\r'}"
            fi
        done
        zpty -d terminal

        """#

    /// Before the first prompt, when the completion system is loaded, replaces `compadd`, which all completion functions
    /// call, with a function that prints the completions. Then prints `ready-2`, for which ``zshCapture`` waits.
    private static func zshSetup(_ script: String, _ before: String, _ after: String) -> String {
        #"""
        PROMPT=
        \#(before)
        source \#(Self.quoted(script))
        \#(after)
        precmd_functions+=(capture)
        capture() {
        emulate -L zsh
        precmd_functions=()
        zmodload zsh/zutil
        mark() { print -r -- $'\0' }
        compprefuncs=(mark)
        comppostfuncs=(mark exit)
        bindkey '^I' complete-word
        compadd() {
            if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
            local -a found prefix
            builtin compadd -A found "$@"
            zparseopts -E P:=prefix
            (( $#found )) && printf '%s\n' "$IPREFIX${prefix[2]-}"$^found
        }
        print ready-$((1 + 1))
        }

        """#
    }

    private static func script(_ shell: Shell) async -> String { await seek("completion", shell.rawValue).output }

    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

    /// Returns a trait that skips a test, with the reason, if a shell is not installed.
    private static func requiring(_ shell: Shell) -> ConditionTrait {
        .enabled(if: find(shell) != nil, "\(shell.rawValue) is not installed: Scripts/bootstrap --shells")
    }

    private static func find(_ shell: Shell) -> String? {
        ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(shell.rawValue)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Runs a shell without startup files, and returns the lines of its output. The working directory contains a file
    /// and a folder to complete.
    private func run(_ shell: Shell, _ arguments: [String]) async throws -> Set<String> {
        try folder.write("", to: "here/pictures/first")
        let here = try folder.write("", to: "here/trace.har").deletingLastPathComponent()
        let program = try ChildProcess(
            ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, here.path, try #require(Self.find(shell))] + arguments,
            environment: ["HOME": folder.url.path, "PATH": "\(folder.url.path)/bin:/usr/bin:/bin", "TERM": "xterm"],
            errors: .output
        )
        _ = await program.exitStatus()
        return Set(String(decoding: program.output, as: UTF8.self).split(separator: "\n").map(String.init))
    }
}
#endif
