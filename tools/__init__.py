"""Commands for developers of Paddock. Nothing in the package imports them."""
