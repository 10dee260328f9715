"""What the championship and the career share: the market between two races, and its deals."""
