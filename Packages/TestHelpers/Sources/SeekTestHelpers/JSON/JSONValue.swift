// Consumers without access to `SeekBasics` use it through `import SeekTestHelpers`.
@_exported public import enum SeekBasics.JSONValue
