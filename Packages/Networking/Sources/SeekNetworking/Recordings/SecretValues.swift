#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Known secrets, which are replaced wherever they are, in each form in which they may be written.
struct SecretValues {
    private let secrets: [String]

    /// - Parameter secrets: longest first: one may hold another.
    init(_ secrets: [String]) { self.secrets = secrets }

    func remove(from exchange: inout Recording.Exchange) {
        guard !secrets.isEmpty else { return }
        exchange.request.url = exchange.request.url.replacingText(replaced)
        exchange.request.headerFields = replaced(exchange.request.headerFields)
        exchange.request.body = exchange.request.body.map(replaced)
        exchange.response.headerFields = replaced(exchange.response.headerFields)
        exchange.response.body = replaced(exchange.response.body)
        exchange.failure = exchange.failure.map(replaced)
    }

    private func replaced(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: replaced($0.value)) })
    }

    private func replaced(_ text: String) -> String {
        secrets.reduce(text) { text, secret in
            Self.forms(of: secret).reduce(text) { $0.replacing($1, with: Redaction.placeholder) }
        }
    }

    private func replaced(_ body: Data) -> Data {
        let placeholder = Array(Redaction.placeholder.utf8)
        return secrets.reduce(body) { body, secret in
            Self.forms(of: secret).reduce(body) { body, form in
                let bytes = Array(form.utf8)
                return body.firstRange(of: bytes) == nil ? body : Data(Array(body).replacing(bytes, with: placeholder))
            }
        }
    }

    /// How a text may be written: as it is, percent-encoded, as a string of JSON, in base64.
    private static func forms(of secret: String) -> [String] {
        let json = JSONTree.quoted(secret).dropFirst().dropLast()
        return [secret, PercentEncoding.encode(secret), String(json), Data(secret.utf8).base64EncodedString()]
    }
}
