import SeekNetworking

enum LoginPage {
    /// The form for the token. Its hidden user name lets password managers store the token.
    ///
    /// - Parameters:
    ///   - next: The target after the login.
    ///   - problem: Why the previous attempt failed.
    static func form(next: String, problem: String? = nil, status: HTTPResponse.Status = .ok) -> WebResponse {
        page(
            """
            <main id="main"><section class="box login stack"><h1>\(Page.logo)Seek</h1>
            \(problem.map { "<div role=\"alert\">\(HTML.notice(.alert, $0, style: "bad"))</div>" as HTML })
            <form class="stack" method="post" action="/login">
            <input name="username" autocomplete="username" value="seek" hidden>
            <label for="token">Token of this server</label>
            <input class="field" id="token" name="token" type="password" autocomplete="current-password" \
            required autofocus>
            <button class="button primary">Log in</button>
            <input name="next" type="hidden" value="\(next)">
            </form></section></main>
            """,
            status: status
        )
    }

    /// A page that loads a target of this app. Browsers do not send the session cookie, which is `SameSite=Strict`,
    /// when they follow a link on another site, but they send it when this page loads the target.
    static func reloading(_ target: String) -> WebResponse {
        page(
            "<main id=\"main\"><p><a href=\"\(target)\">Continue to Seek</a></p></main>",
            head: "<meta http-equiv=\"refresh\" content=\"\("0; url=\(target)")\">"
        )
    }

    private static func page(_ content: HTML, head: HTML? = nil, status: HTTPResponse.Status = .ok) -> WebResponse {
        let html: HTML = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Log in · Seek</title>\(head)
            <link rel="icon" href="\(Asset.icon.path)" type="image/svg+xml">
            <link rel="stylesheet" href="\(Asset.styleSheet.path)">
            </head><body class="home">
            \(Icon.sprite)
            \(content)
            </body></html>

            """
        var response = WebResponse(html.markup, type: "text/html; charset=utf-8", status: status)
        response.headerFields[.cacheControl] = "no-store"
        return response
    }
}
