import SeekNetworking
import Testing

@Suite("An IP address")
struct IPAddressTests {
    static let privateAddresses = [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1",
        "64:ff9b:1::8.8.8.8", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1",
        "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
    ]

    @Test("in a private or special range is not public", arguments: privateAddresses)
    func isPrivate(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic)
    }

    static let publicAddresses = [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0",
        "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255", "2606:4700::1111",
        "2a00:1450::1", "2001:4860:4860::8888", "64:ff9b::8.8.8.8", "2000::1",
    ]

    @Test("in any other range is public", arguments: publicAddresses)
    func isPublic(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic)
    }

    @Test(
        "has a normalized description",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"), ("::0001", "::1"),
            ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("::ffff:7f00:1", "::ffff:127.0.0.1"),
        ]
    )
    func text(row: (written: String, text: String)) {
        #expect(IPAddress(row.written)?.description == row.text)
    }

    @Test(
        "is not parsed from strings in other formats",
        arguments: [
            "", "1", "127.1", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.01", "256.0.0.1", "1.2.3.4.5", "1.2.3.4 ", "::1%lo",
            "[::1]",
            "1::2::3", ":::", "12345::", "127.0.0.1\0x",
        ]
    )
    func malformed(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "the network of an address has zeros after the prefix",
        arguments: [
            ("2001:db8:1:2:3:4:5:6", 64, "2001:db8:1:2::"), ("2001:db8::1", 0, "::"),
            ("2001:db8::1", 128, "2001:db8::1"),
            ("2001:dbf::1", 29, "2001:db8::"), ("192.168.77.1", 24, "192.168.77.0"),
            ("192.168.77.1", 20, "192.168.64.0"),
        ]
    )
    func network(address: String, length: Int, expected: String) throws {
        #expect(try #require(IPAddress(address)).network(prefixLength: length).description == expected)
    }
}
