import SeekWeb

SeekWebProgram.main()
