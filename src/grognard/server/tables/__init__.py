"""The games that people sit at: begun, cached in memory, followed, talked over and looked back on."""
