import Seek

extension WebApplication {
    /// The routes of the pages, of the API, and of the app itself.
    static func routes(_ seek: SeekClient, _ configuration: SeekConfiguration) -> [Route] {
        [
            Route(.get, "/") { _, _ in
                WebResponse(
                    "<!doctype html><html lang=en><title>Seek</title><h1>Seek</h1></html>\n",
                    type: "text/html; charset=utf-8"
                )
            }
        ]
    }
}
