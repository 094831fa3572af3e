/// An entry of a target's `dependencies`.
struct TargetDependency: Decodable, Hashable {
    /// The target or product.
    var name: String
    /// The package named by `.product(name:package:)`; nil for `.target` and for a plain string.
    var package: String?
    /// The condition in the format of the manifest, or nil.
    var condition: JSONValue?

    init(name: String, package: String? = nil, condition: JSONValue? = nil) {
        self.name = name
        self.package = package
        self.condition = condition
    }

    private enum CodingKeys: String, CodingKey {
        case byName, target, product
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key = container.allKeys.first ?? .byName
        let parts = try container.decode([JSONValue].self, forKey: key)
        guard let name = parts.first?.string else {
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "a name is missing")
        }
        self.name = name
        self.package = key == .product && parts.count > 1 ? parts[1].string : nil
        self.condition = parts.count > 1 && parts.last != .null && parts.last?.string == nil ? parts.last : nil
    }
}
