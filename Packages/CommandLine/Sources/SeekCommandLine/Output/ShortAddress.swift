/// Shortens web addresses for tables. `seek open` accepts the result.
enum ShortAddress {
    /// Returns the address without its scheme and `www.`; the address of a video on youtu.be.
    static func of(_ address: String) -> String {
        let video = "https://www.youtube.com/watch?v="
        if address.hasPrefix(video) { return "youtu.be/" + address.dropFirst(video.count) }
        let scheme = "https://"
        guard address.hasPrefix(scheme) else { return address }
        let rest = address.dropFirst(scheme.count)
        return String(rest.hasPrefix("www.") ? rest.dropFirst(4) : rest)
    }
}
