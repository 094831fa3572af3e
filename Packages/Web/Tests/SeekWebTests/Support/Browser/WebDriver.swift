import Foundation
import SeekBasics
import SeekNetworking

/// A session with chromedriver, which uses the WebDriver protocol (https://www.w3.org/TR/webdriver2/).
struct WebDriver: Sendable {
    /// An error of a command, as listed in the protocol.
    struct Failure: Decodable, Error, Hashable, CustomStringConvertible {
        private struct Value: Decodable, Hashable {
            var error: String
            var message: String
        }

        private var value: Value

        /// The error code, for example `no such element`.
        var code: String { value.error }

        var description: String { value.message }
    }

    /// The name of the JSON member with the ID of an element in results.
    private static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

    private let client: APIClient
    private let session: EndpointPath

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - url: The URL of chromedriver.
    ///   - transport: The transport of commands.
    ///   - browser: The address and port at which a running browser accepts debuggers.
    init(_ url: URL, transport: any HTTPTransport, browser: String) async throws(NetworkError) {
        client = APIClient(baseURL: url, transport: transport) {
            $0.errorBody = Failure.self
            // Long enough for a heavily loaded machine.
            $0.timeout = .seconds(120)
            $0.maximumBodySize = 64 << 20
        }
        let options: JSONValue = [
            "goog:chromeOptions": ["debuggerAddress": .string(browser)], "goog:loggingPrefs": ["browser": "ALL"],
        ]
        let capabilities: JSONValue = ["alwaysMatch": options]
        let body = EndpointBody.json(["capabilities": capabilities] as JSONValue)
        let value = try await client.send(Endpoint(of: JSONValue.self, .post, at: .path("session"), body: body)).value
        session = "session/\(value["value"]["sessionId"].string ?? "")"
    }

    /// Sends a command and returns its result.
    @discardableResult
    func send(_ command: String, _ body: JSONValue = [:]) async throws(NetworkError) -> JSONValue {
        let location = EndpointLocation.path("\(subpath: session.encoded)/\(subpath: command)")
        return try await client.send(Endpoint(of: JSONValue.self, .post, at: location, body: .json(body))).value[
            "value"
        ]
    }

    /// Requests a value of the session, for example `url` or `title`.
    func get(_ command: String) async throws(NetworkError) -> JSONValue {
        let location = EndpointLocation.path("\(subpath: session.encoded)/\(subpath: command)")
        return try await client.send(Endpoint(of: JSONValue.self, at: location)).value["value"]
    }

    /// Sends a command of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/).
    @discardableResult
    func devTools(_ command: String, _ parameters: JSONValue = [:]) async throws(NetworkError) -> JSONValue {
        try await send("goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// Returns the messages in the console since the last call: errors of scripts, violations of the content security
    /// policy, and responses with an error status.
    func consoleMessages() async throws(NetworkError) -> [String] {
        try await send("se/log", ["type": "browser"]).array?.compactMap { $0["message"].string } ?? []
    }

    /// Runs the body of a function in the page, waits for its promise if it returns one, and returns its result.
    @discardableResult
    func evaluate(_ script: String, _ arguments: [JSONValue] = []) async throws(NetworkError) -> JSONValue {
        try await send("execute/sync", ["script": .string(script), "args": .array(arguments)])
    }

    /// Performs a command on the first element that a CSS selector matches, for example `click`.
    func perform(_ command: String, on selector: String, _ body: JSONValue = [:]) async throws(NetworkError) {
        let reference = try await send("element", ["using": "css selector", "value": .string(selector)])
        try await send("element/\(reference[Self.elementKey].string ?? "")/\(command)", body)
    }
}
