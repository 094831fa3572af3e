import SeekNetworking

/// The header fields that restrict what a browser does with a response.
enum SecurityHeaders {
    /// Scripts, styles, images and requests of the app's own origin only; no frames, no plug-ins, no other form targets
    /// (https://www.w3.org/TR/CSP3/).
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    private static let fields: [(HTTPField.Name, String)] = [
        (HTTPField.Name("Content-Security-Policy"), contentSecurityPolicy),
        (HTTPField.Name("X-Content-Type-Options"), "nosniff"),
        (HTTPField.Name("X-Frame-Options"), "DENY"),
        // With `no-referrer`, browsers send `Origin: null` with the app's own forms
        // (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
        (HTTPField.Name("Referrer-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    ]

    /// Adds the fields, in place of any existing ones with the same names.
    static func add(to headerFields: inout HTTPFields) {
        for (name, value) in fields { headerFields[name] = value }
    }
}
