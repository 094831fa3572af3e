import Seek
import SeekBasics
import SeekNetworking

/// Applies `--jq` or `--template` to the body of a response.
struct BodyFilter: Sendable {
    private enum Rule: Sendable {
        case jq(JQFilter)
        case template(Template, OutputStyle)
    }

    private let rule: Rule
    private let isTerminal: Bool

    /// Creates the filter of an invocation; `nil` if it has neither `--jq` nor `--template`.
    init?(_ invocation: Invocation, _ console: Console) throws(UsageError) {
        isTerminal = console.context.terminal != nil
        if let expression = invocation.values[.jq] {
            rule = .jq(try JQFilter(expression, environment: console.context.programEnvironment))
        } else if let text = invocation.values[.template] {
            rule = .template(try Template(ofResponse: text), console.style())
        } else {
            return nil
        }
    }

    func output(for response: HTTPResponse) -> JQFilter.Output {
        // A response without a body, such as 204, has nothing to print.
        guard !response.body.isEmpty else { return JQFilter.Output(text: "") }
        switch rule {
        case .jq(let filter):
            var output = filter.output(for: String(decoding: response.body, as: UTF8.self), isTerminal: isTerminal)
            if output.problem != nil, (try? JSONValue(json: response.body, isLenient: true)) == nil {
                output.problem = Self.problem(with: response, filter: .jq)
            }
            return output
        case .template(let template, let style):
            guard let value = try? JSONValue(json: response.body, isLenient: true) else {
                return JQFilter.Output(text: "", problem: Self.problem(with: response, filter: .template))
            }
            return JQFilter.Output(text: template.rendered(with: value.withUsualNumbers, style: style))
        }
    }

    private static func problem(with response: HTTPResponse, filter: OptionSpec.Name) -> String {
        let type = response.headerFields[.contentType].map { " (\(SafeText.line($0)))" } ?? ""
        let advice = response.provenance.isCached ? ", or fetch it again with --refresh" : ""
        return "the response\(type) is not valid JSON; print it without --\(filter.word)\(advice)"
    }
}

extension JSONValue {
    /// The value with its numbers in the notation of this program: `1` for `1.0`, and `0.5` for `5e-1`. Integers with more
    /// than 64 bits are unchanged.
    fileprivate var withUsualNumbers: JSONValue {
        switch self {
        case .number(let number):
            if let integer = number.integer { return .number(integer) }
            return number.description.contains { ".eE".contains($0) } && number.double.isFinite
                ? .number(number.double) : self
        case .array(let elements): return .array(elements.map(\.withUsualNumbers))
        case .object(let members): return .object(members.mapValues(\.withUsualNumbers))
        default: return self
        }
    }
}
