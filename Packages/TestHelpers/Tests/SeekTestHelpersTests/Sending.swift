import Foundation
import SeekNetworking

/// Sends a request to a transport and returns the outcome.
func send(
    _ transport: any HTTPTransport,
    _ url: String,
    method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:],
    body: String? = nil,
    deadline: ContinuousClock.Instant = .now + .seconds(60),
    maximumBodySize: Int = 1_000_000
) async -> Result<HTTPResponse, NetworkError> {
    guard let url = URL(string: url) else { return .failure(.invalidRequest(reason: "URL", .init(request: nil))) }
    do throws(NetworkError) {
        let request = HTTPRequest(method: method, url: url, headerFields: headers, body: body.map { Data($0.utf8) })
        return .success(try await transport.send(request, deadline: deadline, maximumBodySize: maximumBodySize))
    } catch {
        return .failure(error)
    }
}

extension Result<HTTPResponse, NetworkError> {
    var text: String? { (try? get()).map { String(decoding: $0.body, as: UTF8.self) } }

    var failure: NetworkError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
