import Foundation
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum FailureMapping {
    /// Returns the error of an exchange that URLSession ended.
    ///
    /// - Parameter fields: The header fields that had arrived; nil if none had. On Linux, a truncated body and a failed
    ///   TLS handshake have the same error code.
    static func networkError(of error: any Error, request: HTTPRequest, fields: HTTPFields?) -> NetworkError {
        let context = NetworkError.Context(request: request)
        guard let error = error as? URLError else {
            let error = error as NSError
            let reason = error.localizedDescription
            return .transport(isProxyFailure(error) ? .proxy(reason) : .other(reason), context)
        }
        switch error.code {
        case .timedOut: return .timedOut(context)
        case .cancelled: return .cancelled(context)
        case .badURL: return invalidRequest("the URL is not valid", request)
        // The error's own description, "resource exceeds maximum size", hides the cause.
        case .dataLengthExceedsMaximum where request.method == .get && request.body != nil:
            return invalidRequest("URLSession does not send a GET request with a body", request)
        default: return .transport(failure(of: error, url: request.url, fields), context)
        }
    }

    /// Whether CFNetwork reports that a connection through a proxy failed: `kCFErrorHTTPProxyConnectionFailure`,
    /// `kCFErrorHTTPBadProxyCredentials`, `kCFErrorHTTPSProxyConnectionFailure` or
    /// `kCFStreamErrorHTTPSProxyFailureUnexpectedResponseToCONNECTMethod`.
    private static func isProxyFailure(_ error: NSError) -> Bool {
        error.domain == "kCFErrorDomainCFNetwork" && [306, 307, 310, 311].contains(error.code)
    }

    /// Returns the error of a request that URLSession rejected without an attempt.
    private static func invalidRequest(_ reason: String, _ request: HTTPRequest) -> NetworkError {
        .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
    }

    private static func failure(of error: URLError, url: URL, _ fields: HTTPFields?) -> TransportFailure {
        let host = url.host() ?? ""
        #if canImport(FoundationNetworking)
        // The scheme is valid, so these codes describe problems of the connection or the response that libcurl, which
        // URLSession uses on Linux, has found.
        switch error.code {
        // "Unrecognized content encoding type", of which libcurl does not give the name.
        case .unknown where error.localizedDescription.contains("content encoding"):
            return .unsupportedCoding("unknown")
        // libcurl (7.88) reports bytes after a gzip body, such as a second member, as a failed write.
        case .unknown where error.localizedDescription.hasPrefix("Failed writing"):
            return .unsupportedCoding(fields?.contentCodings.joined(separator: ", ") ?? "unknown")
        case .unknown where error.localizedDescription.contains("content unencoding"):
            return .malformedResponse(error.localizedDescription)
        case .unknown
        where fields == nil && url.scheme?.lowercased() == "https"
            && !HandshakeFailure.isConnectionLoss(error.localizedDescription):
            return .insecure("\(host): \(error.localizedDescription)")
        case .unknown, .badServerResponse: return .connectionLost
        case .unsupportedURL: return .malformedResponse("no status line")
        default: break
        }
        #endif
        switch error.code {
        case .cannotFindHost, .dnsLookupFailed:
            return .hostNotFound
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
            return .cannotConnect
        case .networkConnectionLost, .zeroByteResource:
            return .connectionLost
        case .secureConnectionFailed where isConnectionLoss(error):
            return .connectionLost
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            return .malformedResponse(error.localizedDescription)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            return .insecure("\(host): \(error.localizedDescription)")
        default:
            return .other(error.localizedDescription)
        }
    }

    /// Whether the connection was lost during the handshake, according to the underlying code of Apple's TLS library:
    /// `errSSLClosedAbort`, `errSSLClosedGraceful`, `errSSLClosedNoNotify`, or the system's `ECONNRESET`.
    private static func isConnectionLoss(_ error: URLError) -> Bool {
        guard let code = (error as NSError).userInfo["_kCFStreamErrorCodeKey"] as? Int else { return false }
        return [-9806, -9805, -9816, Int(ECONNRESET)].contains(code)
    }
}
