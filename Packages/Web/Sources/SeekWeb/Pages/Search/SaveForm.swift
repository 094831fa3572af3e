import SeekNetworking

/// The form that saves a search.
struct SaveForm {
    var state: SearchState

    var html: HTML {
        """
        <details class="pop save"><summary class="button quiet">\(Icon.bookmark.html)Save</summary>\
        <form class="panel" action="/saved" method="post">\
        \(each: state.first.parameters.items, { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })\
        <label>Name <input class="field" name="name" value="\(state.text, limit: 60)" required maxlength="100"></label>\
        <button class="button primary">Save search</button></form></details>
        """
    }
}
