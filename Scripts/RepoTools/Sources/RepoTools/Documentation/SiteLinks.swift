import Foundation

/// The links between the pages of the generated documentation.
struct SiteLinks {
    /// The folder of the generated site.
    let site: String

    /// Returns the links to pages that do not exist, each with one of the pages that contain it.
    func broken() throws(RepoError) -> [(page: String, link: String)] {
        var pages: [String: String] = [:]
        for file in Files.all(below: "\(site)/data", suffix: ".json") {
            for link in Self.links(in: try Files.data(file)) where pages[link] == nil { pages[link] = file }
        }
        return pages.filter { link, _ in !Files.exists("\(site)/data\(link).json") }.sorted { $0.key < $1.key }
            .map { (page: String($0.value.dropFirst("\(site)/data/".count).dropLast(".json".count)), link: $0.key) }
    }

    /// Returns the paths of the pages to which the JSON file of a page refers, such as
    /// `/documentation/seek/seekclient`.
    ///
    /// The bytes are searched, because decoding thousands of files takes a minute in a debug build.
    static func links(in json: Data) -> Set<String> {
        let start = Data(#""url":"\/documentation"#.utf8)
        let prefix = #""url":""#.utf8.count
        var paths: Set<String> = []
        var position = json.startIndex
        while let match = json.range(of: start, in: position..<json.endIndex) {
            let path = match.lowerBound + prefix
            position = json[path...].firstIndex(of: UInt8(ascii: "\"")) ?? json.endIndex
            let text = String(decoding: json[path..<position], as: UTF8.self).replacing("\\/", with: "/")
            // A link may lead to a section of a page.
            paths.insert(String(text.prefix { $0 != "#" }))
        }
        return paths
    }
}
