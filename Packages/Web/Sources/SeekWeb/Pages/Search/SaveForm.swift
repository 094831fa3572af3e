import Seek
import SeekNetworking

/// The form that saves a search.
struct SaveForm {
    var search: SearchParameters
    /// The name in the form; nil for the search text.
    var name: String?
    /// Whether the form has a button that replaces the saved search of this name.
    var offersReplacement = false

    /// The form in a menu.
    var html: HTML {
        """
        <details class="pop save"><summary class="button quiet">\(Icon.bookmark.html)Save</summary>\
        \(problem.map { "<div class=\"panel\"><p>\($0)</p></div>" } ?? form("panel"))</details>
        """
    }

    /// Returns a page that explains why the search has not been saved, with the form if the search can be saved.
    func page(_ message: String) -> HTML {
        """
        <div class="narrow stack"><div class="heading"><h1>Save search</h1></div>
        \(HTML.notice(.alert, message, style: "bad"))
        \(if: problem == nil, form("box stack"))
        <p><a href="\(PageState(search: search).address)">Back to the search</a></p></div>
        """
    }

    /// Why the search cannot be saved; nil if it can.
    private var problem: String? {
        do throws(WebSearchService.SavingError) {
            _ = try SavedQuery(search)
            return nil
        } catch {
            return error.message
        }
    }

    private func form(_ style: String) -> HTML {
        """
        <form class="\(style)" action="/saved" method="post">\
        \(each: search.first.query.items, { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })\
        <label>Name <input class="field" name="name" value="\(name ?? search.text, limit: 60)" \
        required maxlength="100"></label>\
        \(if: !unsaved.isEmpty, "<p class=\"muted\"><small>Not saved: \(unsaved)</small></p>")\
        <p class="row"><button class="button primary">Save search</button>\
        \(if: offersReplacement, replaceButton(name ?? search.text))</p></form>
        """
    }

    /// The button names the search that it replaces, because the name in the field may be changed.
    private func replaceButton(_ name: String) -> HTML {
        """
        <button class="button" name="replace" value="\(name)">Replace “\(name, limit: 60)”</button>\
        <small class="muted">and remove its results</small>
        """
    }

    /// The settings of the search that a saved search does not have.
    private var unsaved: String {
        [search.view == .grouped ? "by source" : nil, search.isOffline ? "offline" : nil].compactMap { $0 }
            .joined(separator: ", ")
    }
}
