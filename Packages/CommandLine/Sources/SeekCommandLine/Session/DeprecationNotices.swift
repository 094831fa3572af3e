import Seek
import SeekBasics
import SeekNetworking

/// The announcements of the services that have been printed today, stored in the state folder. Without a folder, or if
/// its file cannot be written, each run prints them.
final class DeprecationNotices: Sendable {
    private let file: PrivateFile?
    /// Prevents concurrent requests of this process from printing the same announcement.
    private let lock = Mutex(())

    init(in folder: URL?) {
        file = folder.map { PrivateFile($0.appending(path: "deprecations.json").path) }
    }

    /// Returns whether an announcement has not been printed in the 24 hours before `now`, and records that it is
    /// printed.
    ///
    /// Announcements for the same kind of route with the same dates are the same one, whatever the account or the
    /// repository is.
    func isDue(_ deprecation: Deprecation, of request: HTTPRequest, at now: Date) -> Bool {
        let dates = [deprecation.date, deprecation.sunset].map { $0.map(RFC3339.string) ?? "-" }
        let path = request.url.path().split(separator: "/")
        let route = path.prefix(path.first == "search" ? 2 : 1)
        let key = ([request.url.host() ?? ""] + route.map(String.init) + dates).joined(separator: " ")
        return lock.withLock { _ in
            // A date in the future was recorded with another clock.
            let printed = times.filter { (0..<86_400).contains(now.timeIntervalSince1970 - $0.value) }
            guard printed[key] == nil else { return false }
            let updated = printed.merging([key: now.timeIntervalSince1970]) { $1 }
            // Without a record, the next run prints the announcement again.
            if let data = try? JSONEncoder().encode(updated) { try? file?.replace(with: Array(data)) }
            return true
        }
    }

    /// The times by announcement, in seconds since 1970; empty if the file is missing or corrupt.
    private var times: [String: Double] {
        guard let content = try? file?.read() else { return [:] }
        return (try? JSONDecoder().decodeBounded([String: Double].self, from: Data(content.bytes))) ?? [:]
    }
}

extension Deprecation {
    /// The announcement for the route of a request, and what to do.
    func message(for request: HTTPRequest) -> String {
        func day(_ date: Date) -> Substring { RFC3339.string(from: date).prefix(10) }
        let since = date.map { " (\(day($0)))" } ?? ""
        let end = sunset.map { " and may change or stop working after \(day($0))" } ?? ""
        let page = documentation.map { "; see \($0.absoluteString)" } ?? ""
        return "\(request.url.host() ?? "the service") has announced that \(SafeText.line(request.url.path())) is "
            + "deprecated\(since)\(end); update Seek before then\(page)"
    }
}
