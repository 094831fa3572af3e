import Foundation
import SeekNetworking
import SeekTestHelpers

/// Creates a reply for a server to send.
func serverReply(_ headers: [(String, String)] = [], _ status: HTTPResponse.Status = .ok, _ body: String = "body")
    -> LoopbackServer.Reply
{
    var fields = HTTPFields()
    for (name, value) in headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return .response(HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8)))
}
