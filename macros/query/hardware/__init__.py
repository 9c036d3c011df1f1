"""What a GPU is, who supports it, and in which releases."""
