"""What an edit of a model must leave as it is: rules without a model, each a validator with a key."""
