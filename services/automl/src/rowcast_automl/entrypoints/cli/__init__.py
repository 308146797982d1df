"""The terminal program without a server: train, predict, serve, inspect."""
