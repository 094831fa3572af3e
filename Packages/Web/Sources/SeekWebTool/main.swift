import SeekWeb

WebProgram.main()
