"""What a review did to documents whose errors are known: grades, labels, harm, cost. Nothing here asks a model."""
