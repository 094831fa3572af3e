#if os(Linux)
import Foundation
import Testing

@testable import SeekCurlTransport

@Suite("Descriptors of a poller")
struct PollerTests {
    @Test("are not closed twice if not all of them can be opened", arguments: [0, 1])
    func construction(freeCount: Int) async throws {
        // In a separate process, so that no other test runs out of descriptors.
        await #expect(processExitsWith: .success) { [freeCount] in
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(resource, &limit)
            // Only the descriptors closed here are free below the limit.
            let descriptors = (0..<(8 + freeCount)).map { _ in open("/dev/null", O_RDONLY) }
            let highest = try #require(descriptors.max())
            for descriptor in descriptors.suffix(freeCount) { close(descriptor) }
            limit.rlim_cur = rlim_t(Int(highest) + 1)
            setrlimit(resource, &limit)
            errno = 0
            let poller = Poller()
            // Closing a descriptor a second time sets EBADF, or closes another thread's descriptor of that number.
            let code = errno
            #expect(poller == nil)
            #expect(code == EMFILE)
        }
    }
}
#endif
