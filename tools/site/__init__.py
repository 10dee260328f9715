"""Builds Paddock as a folder of files for any web space, which needs no server of its own."""
