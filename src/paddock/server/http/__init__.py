"""The HTTP half: people, games, tables, replays."""
