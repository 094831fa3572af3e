/// An HTML page of a report, in the colors of the reader's system.
enum HTMLPage {
    static func html(title: String, style: String, body: String) -> String {
        """
        <!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
        <title>\(escape(title))</title>
        <style>
        :root{color-scheme:light dark;--red:light-dark(#b00020,#ff8a80);--green:light-dark(#11662b,#7fd69a)}
        body{font:15px/1.5 system-ui,sans-serif;margin:2rem;max-width:80rem}
        h1{font-size:1.3rem} h2{font-size:1.15rem;margin:2rem 0 0} h3{font-size:1.02rem;margin:1.5rem 0 0} p{margin:.2rem 0}
        table{border-collapse:collapse} td,th{padding:.1rem .8rem .1rem 0;text-align:left}
        .n{text-align:right;white-space:nowrap} .low{color:var(--red)}
        \(style)
        </style>
        \(body)
        </html>

        """
    }

    static func escape(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
