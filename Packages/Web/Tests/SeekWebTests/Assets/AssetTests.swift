import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("Assets")
struct AssetTests {
    @Test(
        "each asset is served at its path and may be stored permanently",
        arguments: [Asset.styleSheet, .script, .icon]
    )
    func served(asset: Asset) async throws {
        let app = WebApplication(routes: Asset.routes)
        let response = try await app.response(asset.path)
        #expect(response.status == .ok)
        #expect(response.headerFields[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(!response.bytes.isEmpty)
    }

    @Test("the icon is also served at /favicon.ico, and needs no token")
    func favicon() async throws {
        let access = AccessRules(token: AccessToken("0123456789abcdef"))
        let response = try await WebApplication(routes: Asset.routes, access: access).response("/favicon.ico")
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == "image/svg+xml")
    }

    @Test("the script inserts no markup, and the style sheet loads nothing")
    func harmless() async throws {
        let script = try await text(of: .script)
        for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
            #expect(!script.contains(name))
        }
        let styleSheet = try await text(of: .styleSheet)
        for name in ["url(", "@import", "expression("] { #expect(!styleSheet.contains(name)) }
    }

    private func text(of asset: Asset) async throws -> String {
        try await WebApplication(routes: Asset.routes).page(asset.path)
    }
}
