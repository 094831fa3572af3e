import CurlBaseline

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The C program of the target CurlBaseline. Used by one task at a time.
///
/// `@unchecked`: the contestants of a comparison run one after the other, and each has its own.
final class CurlProgram: @unchecked Sendable {
    private let baseline: OpaquePointer

    /// Makes one for a URL; nil where libcurl is not to be had.
    init?(_ url: URL, concurrency: Int) {
        guard let baseline = curl_baseline_make(url.absoluteString, Int32(concurrency)) else { return nil }
        self.baseline = baseline
    }

    deinit {
        curl_baseline_free(baseline)
    }

    /// How many of the requests, sent one after the other, were answered as they should be.
    func easy(_ requests: Int, bodySize: Int) -> Int {
        Int(curl_baseline_run_easy(baseline, Int32(requests), bodySize))
    }

    /// How many of the requests, sent through the multi interface for two other threads, were answered as they should
    /// be.
    func handed(_ requests: Int, bodySize: Int) -> Int {
        Int(curl_baseline_run_handed(baseline, Int32(requests), bodySize))
    }

    /// How many of the requests, sent through the multi interface, were answered as they should be.
    func multi(_ requests: Int, bodySize: Int) -> Int {
        Int(curl_baseline_run_multi(baseline, Int32(requests), bodySize))
    }
}
