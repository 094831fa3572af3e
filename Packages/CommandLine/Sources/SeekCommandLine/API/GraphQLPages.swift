import SeekBasics
import SeekNetworking

/// The fields of `seek api graphql --paginate`, from which the body for each page is made. As in `gh`, the query has a
/// variable `$endCursor`, which is set to the cursor at the end of the previous page.
struct GraphQLPages: Sendable {
    private let fields: JSONValue

    /// Throws if the fields contain no query with the variable.
    init(_ fields: JSONValue) throws(UsageError) {
        guard case .object(let members) = fields, case .string(let query)? = members["query"],
            query.contains(/\$endCursor(?![0-9A-Za-z_])/)
        else {
            throw UsageError(
                "--paginate requires a query with the variable $endCursor: String, used as after: $endCursor, and with "
                    + "pageInfo { hasNextPage endCursor }; add them"
            )
        }
        self.fields = fields
    }

    /// Returns the body of the request for the page after a cursor.
    func body(after cursor: String) -> Data {
        guard case .object(var members) = fields else { return Data() }
        members["endCursor"] = .string(cursor)
        return JSONValue.object(members).graphQLBody
    }

    /// The first `pageInfo` of a response with both members, in the order of the document, as in `gh`.
    struct PageInfo: Decodable {
        var hasNextPage: Bool?
        var endCursor: String?

        /// Returns the cursor of the next page, `nil` after the last page, or what the response lacks.
        static func nextCursor(in body: Data) -> Result<String?, Problem> {
            let text = String(decoding: body, as: UTF8.self)
            let infos = text.matches(of: pattern).compactMap {
                try? JSONDecoder().decode(PageInfo.self, from: Data($0.output.object.utf8))
            }
            let complete = infos.first { $0.hasNextPage == false || $0.hasNextPage == true && $0.endCursor != nil }
            if let complete { return .success(complete.hasNextPage == true ? complete.endCursor : nil) }
            return .failure(Problem(missing: infos.contains { $0.hasNextPage == true } ? "endCursor" : "hasNextPage"))
        }

        /// Within a JSON string, a quotation mark is escaped, so that only a member matches.
        private static var pattern: Regex<(Substring, object: Substring)> {
            /"pageInfo"\s*:\s*(?<object>\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})/
        }
    }

    struct Problem: Error, CustomStringConvertible {
        /// The name of a member of `pageInfo`.
        var missing: String

        var description: String {
            "the response has no pageInfo with \(missing), so the output may be incomplete; add pageInfo { hasNextPage "
                + "endCursor } to the query, or remove --paginate"
        }
    }
}

extension JSONValue {
    /// The body of a GraphQL request. As in `gh`, members other than `query` and `operationName` are variables.
    var graphQLBody: Data {
        guard case .object(let members) = self else { return Data() }
        var request = members.filter { ["query", "operationName"].contains($0.name) }
        let variables = members.filter { request[$0.name] == nil }
        if !variables.isEmpty { request["variables"] = .object(variables) }
        return Data(JSONValue.object(request).json(isPretty: false).utf8)
    }
}
