#if os(Linux)
import Foundation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("Searching")
    struct SearchingTests {
        @Test("a typed text finds videos and repositories")
        func search() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/")
                try await scenario.search("swift")
                try await scenario.waitForResults()
                #expect(try await scenario.target() == "/?q=swift")
                #expect(try await page.title == "swift · Seek")
                #expect(try await page.count("#sources .source.completed") == 2)
                #expect(try await scenario.titles().allSatisfy { !$0.isEmpty })
            }
        }

        @Test("the images of the results are shown")
        func images() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/?q=swift")
                let script = """
                    const images = [...document.images].filter((image) =>
                        image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
                    return [images.length, images.filter((image) => image.complete && image.naturalWidth).length]
                    """
                try await eventually("all images have been loaded") {
                    let counts = try await scenario.page.evaluate(script)
                    return counts[0] == counts[1] && counts[0].integer ?? 0 > 4
                }
            }
        }

        @Test("while a text is typed, only stored results are shown, and YouTube is not searched")
        func typing() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                try await scenario.page.type("night", into: "#q")
                try await eventually("stored results are shown") {
                    try await scenario.page.texts("#results h1").first?.contains("stored") == true
                }
                #expect(scenario.app.searchCount() == 1)
                #expect(try await scenario.target() == "/?q=swift")
            }
        }

        @Test("the results of a source are shown while another one is still searching")
        func perSource() async throws {
            try await Scenario.run { scenario in
                let gate = Gate()
                defer { gate.open() }
                try await scenario.showVideos(holdingRepositoriesAt: gate)
                let pending = try await scenario.page.texts("#sources .source.pending")
                #expect(pending.count == 1)
                #expect(pending.first?.hasPrefix("GitHub") == true)
                gate.open()
                try await scenario.waitForResults()
                #expect(try await scenario.page.count("#sources .source.completed") == 2)
            }
        }

        @Test("a page arrives before the sources have responded, and then shows the results of each source")
        func firstLoad() async throws {
            try await Scenario.run(pageTime: .zero) { scenario in
                let gate = Gate()
                defer { gate.open() }
                scenario.app.hold(SampleApp.repositories, at: gate)
                try await scenario.open("/?q=swift")
                try await eventually("videos are shown") { try await scenario.resultCount() > 0 }
                #expect(try await scenario.page.count("#sources .source.pending") == 1)
                gate.open()
                try await scenario.waitForResults()
                #expect(try await scenario.target() == "/?q=swift")
                #expect(scenario.app.searchCount() == 1)
                #expect(scenario.app.searchCount(SampleApp.repositories) == 1)
            }
        }

        @Test("late results of a search are not shown after a second search has begun")
        func overtaking() async throws {
            try await Scenario.run { scenario in
                let gate = Gate()
                scenario.app.hold(SampleApp.videos, text: "night", at: gate)
                defer { gate.open() }
                try await scenario.open("/")
                try await scenario.search("night")
                await gate.waitForArrivals()
                try await scenario.search("swift")
                try await scenario.waitForResults()
                let titles = try await scenario.titles()
                gate.open()
                // The response to this request follows the late results.
                try await scenario.page.evaluate("return fetch('/help').then((response) => response.status)")
                #expect(try await scenario.titles() == titles)
                #expect(try await scenario.target() == "/?q=swift")
            }
        }

        @Test("when a search is stopped, its results so far remain, and the missing source can be tried again")
        func stop() async throws {
            try await Scenario.run { scenario in
                let gate = Gate()
                defer { gate.open() }
                try await scenario.showVideos(holdingRepositoriesAt: gate)
                try await scenario.page.click(".stop")
                #expect(try await scenario.page.count("#sources .source.pending") == 0)
                #expect(try await scenario.resultCount() > 0)
                #expect(try await scenario.page.count(".stop") == 0)
                gate.open()
                try await scenario.page.click(".source .retry")
                try await scenario.waitForResults()
            }
        }

        @Test("if the server does not respond, an error with a link to the search replaces the results")
        func serverGone() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                try await page.evaluate(
                    """
                    window.fetch = () => Promise.reject(new TypeError("no connection"))
                    window.EventSource = class extends EventTarget {
                        constructor() {
                            super()
                            setTimeout(() => this.dispatchEvent(new Event("error")))
                        }
                        close() {}
                    }
                    """
                )
                try await page.click("label:has([value=issue])")
                try await eventually("the failure is shown") {
                    try await page.texts("#results h1") == ["Seek does not respond"]
                }
                #expect(try await scenario.resultCount() == 0)
                let address = "/?q=swift&kinds=video,repository,issue"
                #expect(try await page.attribute("href", of: "#results a") == address)
                #expect(try await scenario.target() == address)
            }
        }

        @Test("a preset period applies to the text that has been typed")
        func presets() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/")
                try await page.type("swift", into: "#q")
                try await page.click(".dates summary")
                try await page.click(".presets a:last-child")
                try await eventually("the period is part of the URL") {
                    try await scenario.target().hasPrefix("/?q=swift&since=")
                }
            }
        }

        @Test("a failed source is marked, and succeeds when it is tried again")
        func retry() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                scenario.app.replace(SampleApp.repositories, with: .status(503))
                try await scenario.open("/")
                try await scenario.search("swift")
                try await eventually("the failure is shown") { try await page.count(".source.failed") == 1 }
                #expect(try await page.texts(".source.failed").first?.hasPrefix("GitHub") == true)
                try await eventually("videos are shown") { try await scenario.resultCount() > 0 }
                scenario.app.restore(SampleApp.repositories)
                try await page.click(".source.failed .retry")
                try await eventually("both sources respond") { try await page.count(".source.completed") == 2 }
                try await scenario.waitForResults()
            }
        }

        @Test("if all sources fail, the page reports the failure and has a button to try again")
        func failure() async throws {
            try await Scenario.run { scenario in
                for path in [SampleApp.repositories, SampleApp.videos] {
                    scenario.app.replace(path, with: .fault(.resetBeforeResponse))
                }
                try await scenario.open("/")
                try await scenario.search("swift")
                try await eventually("the failures are shown") {
                    try await scenario.page.texts(".empty h2") == ["No source responded"]
                }
                for path in [SampleApp.repositories, SampleApp.videos] { scenario.app.restore(path) }
                try await scenario.page.click(".empty .primary")
                try await scenario.waitForResults()
            }
        }

        @Test("an exhausted quota is explained, and the other source is not affected")
        func quota() async throws {
            try await Scenario.run(SampleAPIConfiguration(searchQuota: 0)) { scenario in
                try await scenario.open("/")
                try await scenario.search("swift")
                try await eventually("the reason is shown") {
                    try await scenario.page.texts(".source.failed").first?.contains("quota") == true
                }
                try await eventually("repositories are shown") { try await scenario.resultCount() == 25 }
            }
        }

        @Test("Load more adds a page without duplicates")
        func more() async throws {
            try await Scenario.run { scenario in
                // The next page costs another search of YouTube, so it is not loaded by scrolling.
                try await scenario.open("/?q=swift&pages=2")
                try await scenario.waitForResults(50)
                #expect(try await scenario.page.texts(".further").first?.contains("Costs up to 1 search") == true)
                try await scenario.page.click("a[rel=next]")
                try await eventually("the third page is shown") { try await scenario.page.count("#page-3") == 1 }
                let keys = try await scenario.page.evaluate(
                    "return [...document.querySelectorAll('.card')].map((card) => card.dataset.key)"
                )
                #expect(keys.array?.count ?? 0 > 50)
                #expect(Set(keys.array ?? []).count == keys.array?.count)
                #expect(try await scenario.target().contains("pages=3"))
            }
        }

        @Test("the next page is loaded at the end of the list if it is free")
        func infiniteScroll() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                try await scenario.page.scrollToEnd()
                try await scenario.waitForResults(50)
                #expect(scenario.app.searchCount() == 1)
            }
        }

        @Test("a change of the kinds or of the order starts a new search, and results can be grouped")
        func filters() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=crash")
                try await page.click("label:has([value=issue])")
                try await eventually("issues are shown") { try await page.texts(".card .kind").contains("Issue") }
                #expect(try await scenario.target() == "/?q=crash&kinds=video,repository,issue")
                try await page.evaluate("document.querySelector('[name=sort]').value = 'date'")
                try await page.evaluate(
                    "document.querySelector('[name=sort]').dispatchEvent(new Event('change', { bubbles: true }))"
                )
                try await eventually("the order is part of the URL") {
                    try await scenario.target().contains("sort=date")
                }
                try await page.click("label:has([name=view])")
                try await eventually("the results are grouped") { try await page.count(".group h2") > 1 }
            }
        }

        @Test("without a kind, nothing is searched, and selecting one searches again")
        func noKind() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=crash&kinds=issue")
                try await page.click("label:has([value=issue])")
                try await eventually("the page explains what to select") {
                    try await page.texts("#results h1").first?.hasPrefix("Select a kind of results") == true
                }
                #expect(try await scenario.target() == "/?q=crash&kinds=")
                try await page.click("label:has([value=issue])")
                try await eventually("issues are shown") { try await scenario.resultCount() > 0 }
            }
        }

        @Test("a dense list is chosen without a search, and shown on later pages")
        func layout() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                let height = "return document.querySelector('.cards').getBoundingClientRect().height"
                let cards = try await page.evaluate(height).number ?? 0
                try await page.click(".layout [value=list]")
                #expect(try await page.count(".cards.list") == 1)
                #expect(try await page.evaluate(height).number ?? 0 < cards)
                #expect(try await page.count(".layout [value=list][aria-pressed=true]") == 1)
                #expect(scenario.app.searchCount() == 1)
                try await page.click("\(Scenario.cards) .why summary")
                let inside = """
                    const box = (selector) => document.querySelector(selector).getBoundingClientRect()
                    const [text, card] = [box(".why[open] p"), box(".card:has(.why[open])")]
                    return [text.top >= card.top, text.bottom <= card.bottom]
                    """
                #expect(try await page.evaluate(inside) == [true, true])
                try await page.screenshot("list-1280")
                try await scenario.search("night")
                try await eventually("the results are a list") {
                    let heading = try await page.texts("#results h1").first ?? ""
                    guard heading.contains("night") else { return false }
                    return try await page.count(".cards.list > .card:not(.ghost)") > 0
                }
            }
        }

        @Test(
            "the page of an invalid URL names the invalid parameter and retains the search text",
            arguments: ["sort=x", "pages=0"]
        )
        func invalid(parameter: String) async throws {
            try await Scenario.run(allowing: "400") { scenario in
                try await scenario.open("/?q=swift&\(parameter)")
                let name = parameter.prefix { $0 != "=" }
                #expect(try await scenario.page.texts(".notice.bad").first?.contains(name) == true)
                #expect(try await scenario.page.attribute("value", of: "#q") == "swift")
            }
        }
    }
}
#endif
