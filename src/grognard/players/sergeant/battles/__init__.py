"""What single battles ask for beyond the series, each in the module of its name: its `DOCTRINE`."""
