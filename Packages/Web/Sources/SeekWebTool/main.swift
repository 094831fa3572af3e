import SeekWeb
