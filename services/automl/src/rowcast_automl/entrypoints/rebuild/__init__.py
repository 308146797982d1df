"""Training a bundle again from its own facts, to show that it is what it says."""
