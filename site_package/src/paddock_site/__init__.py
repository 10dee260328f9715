"""The files of Paddock without a server. `paddock site --out DIR` writes them."""
