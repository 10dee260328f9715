"""The game server: tables for people and bots, live or by correspondence."""
