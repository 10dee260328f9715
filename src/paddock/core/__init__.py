"""The contract that every game fulfils, and what stands between a game and the world."""
