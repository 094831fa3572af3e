enum KeyboardHelp {
    private static let keys: [(key: String, meaning: String)] = [
        ("/", "Type a search"), ("Enter", "Search; on a result: show its details"),
        ("j", "Next result"), ("k", "Previous result"), ("o", "Open the result"), ("m", "Load more results"),
        ("Esc", "Close the details, stop the search"), ("?", "Show these keys"),
    ]

    static let list: HTML = """
        <dl class="keys">\(each: keys, { row in
            "<dt><kbd>\(row.key)</kbd></dt><dd>\(row.meaning)</dd>"
        })</dl>
        """

    /// The page at `/help`, which the footer links to. With JavaScript, the link opens ``dialog`` instead.
    static let page: HTML = """
        <section class="box narrow stack"><h1>Keyboard</h1><p>These keys need JavaScript.</p>\(list)</section>
        """

    /// The dialog that the script opens with the key `?` and with the link in the footer.
    static let dialog: HTML = """
        <dialog id="help" aria-labelledby="help-title"><div class="inside">
        <h2 id="help-title">Keyboard</h2>
        \(list)
        <label class="row"><input type="checkbox" id="shortcuts" checked> Use single keys as shortcuts</label>
        <form method="dialog"><button class="button primary">Close</button></form>
        </div></dialog>
        """
}
