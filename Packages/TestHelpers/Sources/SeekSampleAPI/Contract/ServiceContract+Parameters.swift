import SeekBasics

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
