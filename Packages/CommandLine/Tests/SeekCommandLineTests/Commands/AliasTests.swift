import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("Aliases", .concurrentProgramLimit)
struct AliasTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: String { folder.path(of: "settings") }
    @Test("stored aliases", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # aliases are stored in, replaced in and deleted from the configuration file, whose other lines are preserved
        $ printf '# mine\\nlimit = 5\\n' > config
        $ seek alias set walks "videos 'night walk' --order date"
        $ seek alias set mine 'user octocat'
        $ cat config
        | # mine
        limit = 5
        alias.walks = videos 'night walk' --order date
        alias.mine = user octocat
        $ seek alias list
        mine\tuser octocat
        walks\tvideos 'night walk' --order date
        $ seek alias set walks 'videos x'
        2! seek: an alias 'walks' already exists; choose another name, or add --clobber
        $ seek alias set walks 'videos x' --clobber
        $ seek alias delete mine
        ! seek: deleted the alias 'mine': user octocat
        $ seek alias delete walk
        1! seek: no alias 'walk'; did you mean 'walks'?
        $ cat config
        | # mine
        limit = 5
        alias.walks = videos x

        # an expansion can be read from standard input, as in gh; an empty input is an error
        $ echo 'repos --limit 1' | seek alias set one -
        $ cat config
        alias.one = repos --limit 1
        $ printf '' | seek alias set two -
        2! seek: standard input contains no expansion; write the command line to it

        # an alias is run with additional flags, but not without the arguments of its placeholders
        GET youtube/search -> videos a
        $ seek alias set walks "videos 'night walk'"
        $ seek alias set by 'issues --author $1'
        $ seek walks --json=title
        > youtube/search q='night walk'
        [{"title":"a"}]
        $ seek by
        2! seek: the alias 'by' needs 1 argument: issues --author $1

        # an alias is rejected if its name or expansion is invalid
        $ seek alias set videos 'repos x'
        2! seek: 'videos' is a command, which an alias cannot replace
        $ seek alias set help 'repos x'
        2! seek: 'help' is a command, which an alias cannot replace
        $ seek alias set 'a b' 'repos x'
        2! seek: the name of an alias must consist of ASCII letters, digits, - and _, and cannot begin with -; choose another name
        $ seek alias set '' 'repos x'
        2! seek: the name of an alias must consist of ASCII letters, digits, - and _, and cannot begin with -; choose another name
        $ seek alias set a.b 'repos x'
        2! seek: the name of an alias must consist of ASCII letters, digits, - and _, and cannot begin with -; choose another name
        $ seek alias set -- -q 'videos q'
        2! seek: the name of an alias must consist of ASCII letters, digits, - and _, and cannot begin with -; choose another name
        $ seek alias set a ''
        2! seek: the expansion is empty
        $ seek alias set a 'nothing x'
        2! seek: the expansion must begin with a command of seek, or with ! for a shell command
        $ seek alias set a "repos 'x"
        2! seek: a quote or an escape is incomplete in: repos 'x
        $ seek alias set a !
        2! seek: the expansion has no command after !
        $ seek alias set a 'repos \u{1B}[2J'
        2! seek: the expansion cannot contain control characters; remove them
        $ ls

        # the help of an alias shows its expansion and, unless it is a shell command, the help of its command
        $ seek alias set walks "videos 'night walk'"
        $ seek alias set titles '!seek videos $1'
        $ seek help walks
        Alias of: videos 'night walk'
        |
        Search YouTube for videos*
        ...
        $ seek walks --help
        Alias of: videos 'night walk'
        |
        Search YouTube for videos*
        ...
        $ seek help titles
        Alias of: !seek videos $1

        # a similar alias is suggested in place of an unknown command
        $ seek alias set walks "videos 'night walk'"
        $ seek walsk
        2! seek: unknown command 'walsk'; did you mean 'walks'?
        $ seek help walsk
        2! seek: unknown command or topic 'walsk'; did you mean 'walks'?

        # an invalid alias in the configuration file causes a warning, and an error if it is run
        $ printf 'alias.videos = repos x\\nalias.l = nothing\\n' > config
        $ seek repos x --web --dry-run
        https://github.com/search?q=x&type=repositories
        ! seek: warning: the configuration '{folder}/config', line 1: 'videos' is a command, which an alias cannot replace
        ! seek: warning: the configuration '{folder}/config', line 2: the expansion must begin with a command of seek, or with ! for a shell command
        $ seek alias list
        ! seek: warning: the configuration '{folder}/config', line 1: 'videos' is a command, which an alias cannot replace
        ! seek: warning: the configuration '{folder}/config', line 2: the expansion must begin with a command of seek, or with ! for a shell command
        ! seek: no aliases; create one with: seek alias set NAME EXPANSION
        $ seek l
        2! seek: the configuration '{folder}/config', line 2: the expansion must begin with a command of seek, or with ! for a shell command
        """

    @Test(
        "are replaced with their expansion; arguments without a placeholder follow it",
        arguments: [
            ("repos x -L1", "--web", "repos x -L1 --web"),
            ("issues --author $1 $2 --web", "a 'b  c' d", "issues --author a 'b  c' --web d"),
            ("repos \"$1 stars:>$2\" -w", "a 5", "repos 'a stars:>5' -w"),
            ("issues $1 --author $2 -w", "crash '$1'", "issues crash --author '$1' -w"),
            ("issues '$x $' -w", "", "issues '$x $' -w"),
            ("repos -w $10 $1", "a b c d e f g h i j", "repos -w j a b c d e f g h i"),
        ]
    )
    func expansion(text: String, arguments: String, expanded: String) async throws {
        let environment = ["SEEK_CONFIG": file]
        #expect(await seek("alias", "set", "a", text, environment: environment).status == .success)
        let words = try shellWords(arguments)
        let aliased = await seek(["a"] + words + ["--dry-run"], environment: environment)
        let direct = await seek(try shellWords(expanded) + ["--dry-run"], environment: environment)
        #expect(direct.status == .success, "\(direct)")
        #expect(aliased == direct)
    }

    #if os(macOS) || os(Linux)
    @Test(
        "a shell command receives the arguments, and its status is returned",
        arguments: [
            ("exit 3", 3), ("exit 42", 42), ("exit 255", 255), ("no-such-command", 127), ("kill -TERM $$", 143),
        ]
            as [(String, Int32)]
    )
    func shellCommand(lastCommand: String, status: Int32) async throws {
        let program = Program(environment: ["SEEK_CONFIG": file, "PATH": "/usr/bin:/bin"])
        let set = try await program.run("alias", "set", "twice", "!printf '%s-%s' \"$1\" \"$1\"; \(lastCommand)")
        #expect(set.status == 0)
        let outcome = try await program.run("twice", "a b")
        #expect(outcome.output == "a b-a b")
        #expect(outcome.status == status)
    }
    #endif
}
