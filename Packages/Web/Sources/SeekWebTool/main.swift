import SeekWeb

WebCommand.main()
