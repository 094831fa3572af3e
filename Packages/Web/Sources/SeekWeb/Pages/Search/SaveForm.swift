import Seek
import SeekNetworking

/// The form that saves a search.
struct SaveForm {
    var state: SearchState

    var html: HTML {
        """
        <details class="pop save"><summary class="button quiet">\(Icon.bookmark.html)Save</summary>\
        \(problem.map { "<div class=\"panel\"><p>\($0)</p></div>" } ?? form)</details>
        """
    }

    /// Why the search cannot be saved; nil if it can.
    private var problem: String? {
        do throws(WebSearchService.SavingError) {
            _ = try SavedQuery(state)
            return nil
        } catch {
            return error.message
        }
    }

    private var form: HTML {
        """
        <form class="panel" action="/saved" method="post">\
        \(each: state.first.parameters.items, { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })\
        <label>Name <input class="field" name="name" value="\(state.text, limit: 60)" required maxlength="100"></label>\
        \(if: !unsaved.isEmpty, "<p class=\"muted\"><small>Not saved: \(unsaved)</small></p>")\
        <button class="button primary">Save search</button></form>
        """
    }

    /// The options that are not saved with the search.
    private var unsaved: String {
        [state.view == .grouped ? "by source" : nil, state.isOffline ? "offline" : nil].compactMap { $0 }
            .joined(separator: ", ")
    }
}
