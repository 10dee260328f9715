"""The physics: what is joined, what a space costs, how hands, tanks and piles change."""
