#if os(Linux)
import Testing

@testable import SeekWeb

@Suite("The addresses of a server")
struct MachineAddressesTests {
    @Test(
        "are the one it listens on; for 0.0.0.0, those of all interfaces in IPv4, and for ::, those in IPv6 as well",
        arguments: [
            ("0.0.0.0", ["127.0.0.1", "192.0.2.7"]), ("::", ["::1", "127.0.0.1", "192.0.2.7", "2001:db8::7"]),
            ("192.0.2.7", ["192.0.2.7"]), ("127.0.0.1", ["127.0.0.1"]),
        ]
    )
    func reachable(address: String, expected: [String]) {
        let interfaces = ["127.0.0.1", "192.0.2.7", "::1", "2001:db8::7"]
        #expect(MachineAddresses.reachable(listeningOn: address, interfaces: interfaces) == expected)
    }

    @Test(
        "without known interfaces, the loopback address remains",
        arguments: [("0.0.0.0", "127.0.0.1"), ("::", "::1")]
    )
    func unknown(address: String, loopback: String) {
        #expect(MachineAddresses.reachable(listeningOn: address, interfaces: []) == [loopback])
    }
}
#endif
