import SeekBasics
public import SeekNetworking

extension ServiceContract {
    /// Returns the route of a request; nil if the service has no such path. The constants of the path are compared as
    /// they were sent.
    ///
    /// - Parameter isServer: Whether the request is sent to another server than the service's own; nil if either is
    ///   possible.
    func route(of request: SampleRequest, isServer: Bool? = nil) -> Route? {
        func isPath(of route: Route, onServer: Bool) -> Bool {
            guard onServer else { return route.parameters(in: request.rawPath, below: "") != nil }
            if let serverPath = route.serverPath { return request.rawPath == serverPath }
            return serverPrefix.map { route.parameters(in: request.rawPath, below: $0) != nil } == true
        }
        let ownRoute = isServer != true ? routes.first { isPath(of: $0, onServer: false) } : nil
        return ownRoute ?? (isServer != false ? routes.first { isPath(of: $0, onServer: true) } : nil)
    }

    /// Returns everything in a request, as it leaves the transport, that the service's description does not allow.
    func violations(of request: SampleRequest, _ original: HTTPRequest, isServer: Bool?) -> [ContractViolation] {
        guard let route = route(of: request, isServer: isServer) else {
            return [.init(.route, problem: "the service has no path '\(request.rawPath)'")]
        }
        var violations: [ContractViolation] = []
        let method = route.method ?? "GET"
        if original.method.rawValue != method {
            violations.append(.init(.method, problem: "\(route.name) requires \(method)"))
        }
        let values =
            ["", serverPrefix ?? ""].lazy.compactMap { route.parameters(in: request.rawPath, below: $0) }.first ?? [:]
        let texts =
            values.map { ($0.key, $0.value) }
            + request.items.map { ($0.name, String($0.raw.dropFirst($0.rawName.count + 1))) }
        for (name, text) in texts where PercentEncoding.encode(PercentEncoding.decode(text[...])) != text {
            violations.append(
                .init(.encoding, name, isRefused: false, problem: "'\(name)' is not encoded once: \(text)")
            )
        }
        for (name, text) in texts where PercentEncoding.decode(text[...]).unicodeScalars.contains(where: \.isControl) {
            violations.append(
                .init(.encoding, name, isRefused: false, problem: "'\(name)' contains a control character")
            )
        }
        for item in request.items where PercentEncoding.encode(item.name) != item.rawName && item.name == item.rawName {
            violations.append(
                .init(.encoding, item.name, isRefused: false, problem: "a name is not encoded: \(item.raw)")
            )
        }
        let token = original.headerFields[.authorization]
        violations += self.violations(of: request.items, at: route, hasToken: token != nil)
        let exception = route.exceptions?.first { $0.values.contains(request[$0.parameter] ?? "") }
        if exception?.needsToken ?? route.needsToken == true, token == nil {
            violations.append(.init(.headerField, "Authorization", problem: "\(route.name) requires a token"))
        }
        return violations + fieldViolations(original) + bodyViolations(original, at: route)
    }

    private func fieldViolations(_ request: HTTPRequest) -> [ContractViolation] {
        var violations: [ContractViolation] = []
        for names in requiredFields where names.allSatisfy({ Self.values(of: $0, in: request).isEmpty }) {
            violations.append(
                .init(.headerField, names[0], problem: "the field \(names.joined(separator: " or ")) is missing")
            )
        }
        for (name, allowed) in fields.sorted(by: { $0.key < $1.key }) {
            for value in Self.values(of: name, in: request) where !allowed.contains(value) {
                violations.append(.init(.headerField, name, value: value, problem: "\(name) is '\(value)'"))
            }
        }
        return violations
    }

    private static func values(of name: String, in request: HTTPRequest) -> [String] {
        HTTPField.Name(name).map { request.headerFields[values: $0] } ?? []
    }

    private func bodyViolations(_ request: HTTPRequest, at route: Route) -> [ContractViolation] {
        guard let members = route.bodyMembers else {
            return request.body == nil ? [] : [.init(.body, problem: "\(route.name) has no body")]
        }
        guard let body = try? JSONValue(json: request.body ?? Data(), isLenient: true),
            let object = body.object
        else {
            return [.init(.body, problem: "the body is not a JSON object")]
        }
        return object.names.sorted().filter { !members.contains($0) }
            .map { .init(.body, $0, problem: "the body has an unknown member '\($0)'") }
    }

    /// Returns the quota that pays for a request; nil if it is free.
    func bucket(of request: SampleRequest, at route: Route) -> String? {
        route.exceptions?.first { $0.values.contains(request[$0.parameter] ?? "") }?.bucket ?? route.bucket
    }
}

extension ServiceContract.Route {
    /// Returns the segments of a path that are not constants, as they were sent; nil if it is not the path of the route.
    fileprivate func parameters(in rawPath: String, below prefix: String) -> [String: String]? {
        let segments = rawPath.split(separator: "/", omittingEmptySubsequences: false)
        let pattern = (prefix + path).split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == pattern.count else { return nil }
        var values: [String: String] = [:]
        for (segment, expected) in zip(segments, pattern) {
            if expected.first == "{" {
                guard !segment.isEmpty else { return nil }
                values[String(expected.dropFirst().dropLast())] = String(segment)
            } else if !segment.utf8.elementsEqual(expected.utf8) {
                return nil
            }
        }
        return values
    }
}

extension ServiceContracts {
    /// Returns everything in a request, as it leaves the transport, that the description of its service does not allow.
    /// Paths below `/youtube` belong to YouTube, all others to GitHub.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isEnterpriseServer: Whether a request to GitHub is sent to an Enterprise Server, whose paths begin with
    ///     `/api`; nil if either is possible.
    public func violations(of request: HTTPRequest, isEnterpriseServer: Bool? = nil) -> [ContractViolation] {
        let sample = SampleRequest(request)
        let contract = contract(of: sample)
        let isServer = contract.serverPrefix == nil ? nil : isEnterpriseServer
        return contract.violations(of: sample, request, isServer: isServer)
    }

    /// Returns the route of a request; nil if its service has none.
    public func route(of request: HTTPRequest) -> ServiceContract.Route? {
        let sample = SampleRequest(request)
        return contract(of: sample).route(of: sample)
    }

    /// Returns the quota that pays for a request; nil if it is free or has no route.
    public func bucket(of request: HTTPRequest) -> String? {
        let sample = SampleRequest(request)
        let contract = contract(of: sample)
        return contract.route(of: sample).flatMap { contract.bucket(of: sample, at: $0) }
    }

    private func contract(of request: SampleRequest) -> ServiceContract {
        request.rawPath.hasPrefix("/youtube/") ? youTube : gitHub
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension ServiceContract {
    /// Returns what the parameters of a request violate, in the order in which a service reports it.
    ///
    /// - Parameter hasToken: Whether the request has a user's token.
    func violations(of items: [SampleRequest.Item], at route: Route, hasToken: Bool) -> [ContractViolation] {
        let values = Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) }
        var violations: [ContractViolation] = []
        for name in values.keys.sorted() where route.parameters[name] == nil && commonParameters[name] == nil {
            violations.append(
                .init(
                    .unknownParameter,
                    name,
                    isRefused: unknownParameters == .refused,
                    problem:
                        "\(route.name) has no parameter '\(name)'"
                )
            )
        }
        let parameters = route.parameters.merging(commonParameters) { parameter, _ in parameter }
        for (name, parameter) in parameters.sorted(by: { $0.key < $1.key }) {
            violations += self.violations(of: values[name] ?? [], parameter, name, at: route)
        }
        let present = values.compactMapValues(\.last).filter { name, value in
            !(value.isEmpty || parameters[name]?.type == .boolean && value == "false")
        }
        return violations + (route.rules ?? []).flatMap { $0.violations(by: present, hasToken: hasToken, in: self) }
    }

    private func violations(
        of values: [String],
        _ parameter: Parameter,
        _ name: String,
        at route: Route
    ) -> [ContractViolation] {
        guard let last = values.last, !last.isEmpty || parameter.isRequired != true else {
            return parameter.isRequired == true
                ? [.init(.missingParameter, name, problem: "\(route.name) requires '\(name)'")] : []
        }
        var violations: [ContractViolation] = []
        if parameter.isSent == false {
            violations.append(.init(.unknownParameter, name, isRefused: false, problem: "'\(name)' must not be sent"))
        }
        if values.count > 1 {
            violations.append(.init(.repeatedParameter, name, isRefused: false, problem: "'\(name)' is repeated"))
        }
        let value = parameter.type == .list ? values.joined(separator: ",") : last
        if let allowed = parameter.allowedValues(unlessAllowed: value) {
            let problem = "'\(value)' is not a value of '\(name)': \(allowed)"
            let isRefused = invalidValues == .refused
            violations.append(
                .init(
                    .invalidValue(allowed: allowed, reason: parameter.error),
                    name,
                    value: value,
                    isRefused: isRefused,
                    problem: problem
                )
            )
        }
        return violations
    }
}

extension ServiceContract.Parameter {
    /// Returns the description of the allowed values if a value is not one of them; otherwise nil.
    func allowedValues(unlessAllowed value: String) -> String? {
        switch type {
        case .string:
            guard let pattern, let regex = try? Regex(pattern), value.wholeMatch(of: regex) == nil else { return nil }
            return pattern
        case .boolean: return ["true", "false"].contains(value) ? nil : "[false, true]"
        case .choice: return values?.contains(value) != false ? nil : "[\((values ?? []).joined(separator: ", "))]"
        case .integer:
            let range = (minimum ?? .min)...(maximum ?? .max)
            return Int(value).map(range.contains) == true
                ? nil : "[\(minimum.map(String.init) ?? ""), \(maximum.map(String.init) ?? "")]"
        case .list:
            let elements = Self.elements(of: value)
            if let maximumCount, elements.count > maximumCount { return "[1, \(maximumCount)] values" }
            guard let values, !elements.allSatisfy(values.contains) else { return nil }
            return "[\(values.joined(separator: ", "))]"
        case .date:
            return !value.contains(" ") && RFC3339.seconds(value) != nil
                ? nil : "RFC 3339, such as 1970-01-01T00:00:00Z"
        case .region:
            let isCode = value.utf8.count == 2 && value.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
            return isCode ? nil : "ISO 3166-1 alpha-2"
        case .coordinates:
            let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                (-90...90).contains(latitude), (-180...180).contains(longitude)
            else { return "LATITUDE,LONGITUDE" }
            return nil
        case .distance:
            let number = value.prefix { $0.isNumber || $0 == "." }
            let units = ["m": 1, "km": 1000, "ft": 0.3048, "mi": 1609.344]
            guard let count = Double(number), let meters = units[String(value.dropFirst(number.count))],
                count > 0, count * meters <= Double(maximum ?? .max)
            else { return "a number and m, km, ft or mi, at most 1000 km" }
            return nil
        }
    }

    /// Returns the elements of a list.
    static func elements(of value: String) -> [String] {
        value.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
    }
}

extension ServiceContract.Rule {
    fileprivate func violations(
        by values: [String: String],
        hasToken: Bool,
        in contract: ServiceContract
    ) -> [ContractViolation] {
        let present = Set(values.keys)
        func violation(_ problem: String, reason: String? = nil) -> [ContractViolation] {
            let isRefused = isRefused != false && contract.invalidValues == .refused
            return [.init(.combination(self, reason: reason ?? error ?? ""), isRefused: isRefused, problem: problem)]
        }
        let causes = when.map { $0.filter(present.contains) }
        guard causes?.isEmpty != true else { return [] }
        let cause = causes.map { $0.joined(separator: ", ") } ?? ""
        for (name, value) in requires ?? [:] where values[name] != value {
            return violation("\(cause) requires \(name)=\(value)")
        }
        if let name = needs?.first(where: { !present.contains($0) }) { return violation("\(cause) requires '\(name)'") }
        if let name = excludes?.first(where: present.contains) {
            return violation("\(cause) cannot be combined with '\(name)'")
        }
        if needsToken == true, !hasToken { return violation("\(cause) requires a token") }
        if let together, ![0, together.count].contains(together.count(where: present.contains)) {
            return violation("\(together.joined(separator: " and ")) belong together")
        }
        if let atMostOneOf, atMostOneOf.count(where: present.contains) > 1 {
            return violation("\(atMostOneOf.joined(separator: ", ")) exclude each other")
        }
        guard let oneOf else { return [] }
        switch oneOf.count(where: present.contains) {
        case 0: return violation("one of \(oneOf.joined(separator: ", ")) is required")
        case 1: return []
        default:
            return violation("\(oneOf.joined(separator: ", ")) exclude each other", reason: "incompatibleParameters")
        }
    }
}
