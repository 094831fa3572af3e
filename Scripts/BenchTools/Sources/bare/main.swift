// A minimal Swift program, the baseline of start-up time.
print("bare")
