extension UUID {
    /// Creates the UUID that a name has in a namespace ([RFC 9562, version
    /// 5](https://www.rfc-editor.org/rfc/rfc9562#section-5.5)). Equal names in the same namespace
    /// result in equal UUIDs.
    public init(named name: String, in namespace: UUID) {
        let prefix = withUnsafeBytes(of: namespace.uuid) { Array($0) }
        var bytes = SHA1.digest(of: prefix + name.utf8)
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }
}
