// The tests of a consumer, who does not see `SeekBasics`, use it by `import SeekTestHelpers`.
@_exported public import enum SeekBasics.JSONValue
