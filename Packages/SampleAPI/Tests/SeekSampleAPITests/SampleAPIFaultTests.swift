import Foundation
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Faults of the sample API")
struct SampleAPIFaultTests {
    func reply(_ fault: SampleAPIFault?) throws -> LoopbackServer.Reply {
        let client = try Client(SampleAPIConfiguration(fault: fault))
        let url = try #require(URL(string: "http://127.0.0.1/youtube/v3/search?part=snippet&q=swift&key=demo-key"))
        return client.api.reply(to: HTTPRequest(url: url))
    }

    @Test("without a fault the response is complete")
    func none() throws {
        guard case .response(let response) = try reply(nil) else {
            Issue.record("not a response")
            return
        }
        #expect(response.status == .ok)
        #expect(JSONResponse(http: response).items.count == 5)
    }

    @Test(
        "html, malformed and 500 are complete HTTP responses",
        arguments: [
            (SampleAPIFault.html, 200, "text/html"), (.malformed, 200, "application/json"),
            (.serverError, 500, "application/json"),
        ]
    )
    func completeResponses(fault: SampleAPIFault, status: Int, mediaType: String) throws {
        guard case .response(let response) = try reply(fault) else {
            Issue.record("not a response")
            return
        }
        #expect(response.status.code == status)
        #expect(response.mediaType == mediaType)
        // The bodies with status 200 are not JSON.
        #expect(JSONResponse(http: response).json.isNull == (status == 200))
    }

    @Test(
        "faults of the connection become the matching faults of the loopback server",
        arguments: [SampleAPIFault.truncated, .stall, .reset, .empty, .garbage, .slow]
    )
    func serverFaults(fault: SampleAPIFault) throws {
        let reply = try reply(fault)
        switch (fault, reply) {
        case (.truncated, .fault(.truncatedBody(let response))): #expect(response.body.count > 1000)
        case (.slow, .fault(.slow(_, let interval))): #expect(interval >= .milliseconds(1))
        case (.stall, .fault(.stall)), (.reset, .fault(.resetBeforeResponse)), (.empty, .fault(.emptyResponse)),
            (.garbage, .fault(.garbage)):
            break
        default: Issue.record("\(fault): \(reply)")
        }
    }

    @Test("the README's example serves the API on a loopback server")
    func example() async throws {
        let api = try SampleAPI(folder: SampleAPI.sampleFolder())
        let server = try LoopbackServer { api.reply(to: $0) }
        defer { server.stop() }
        var request = URLRequest(url: server.baseURL.appending(path: "users/octocat/repos"))
        request.setValue("example", forHTTPHeaderField: "User-Agent")
        let (body, _) = try await URLSession.shared.data(for: request)
        #expect(try JSONDecoder().decode([JSONValue].self, from: body).count == 11)
    }
}
