import Foundation
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("Certificates in PEM format")
struct PEMTests {
    @Test(
        "are read regardless of line ends, blank lines, spaces and text around them",
        arguments: [
            "-----BEGIN CERTIFICATE-----\nAAEC\nAwQF\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\r\nAAEC\r\nAwQF\r\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE----- \nAAEC \t\n\n AwQF\n-----END CERTIFICATE----- \n",
            "Subject: CN=seek\n-----BEGIN CERTIFICATE-----\nAAECAwQF\n-----END CERTIFICATE-----\n# the end\n",
        ]
    )
    func complete(pem: String) {
        #expect(PEM.certificates(in: Data(pem.utf8)) == [Data(0...5)])
    }

    @Test(
        "are rejected if one of them is incomplete or not Base64",
        arguments: ["AAEC\n", "AAE\n-----END CERTIFICATE-----\n", "A-A\n-----END CERTIFICATE-----\n"]
    )
    func invalid(rest: String) {
        let valid = "-----BEGIN CERTIFICATE-----\nAAEC\n-----END CERTIFICATE-----\n"
        for pem in ["-----BEGIN CERTIFICATE-----\n\(rest)\(valid)", "\(valid)-----BEGIN CERTIFICATE-----\n\(rest)"] {
            #expect(PEM.certificates(in: Data(pem.utf8)) == nil, "\(pem)")
        }
    }
}
