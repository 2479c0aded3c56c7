"""Turn notices: webhooks, what they are sent, and how it gets there."""
