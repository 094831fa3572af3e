extension UUID {
    /// Creates the UUID that a name has in a namespace ([RFC 9562, version
    /// 5](https://www.rfc-editor.org/rfc/rfc9562#section-5.5)). Equal names in the same namespace result in equal
    /// UUIDs.
    public init(named name: String, in namespace: UUID) {
        let prefix = withUnsafeBytes(of: namespace.uuid) { Array($0) }
        var bytes = SHA1.digest(of: prefix + name.utf8)
        // The version and the variant.
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(uuid: bytes.withUnsafeBytes { $0.load(as: uuid_t.self) })
    }
}
