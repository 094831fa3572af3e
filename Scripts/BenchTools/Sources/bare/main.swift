// The least a Swift program does: what the start of every other one is measured beside.
print("bare")
