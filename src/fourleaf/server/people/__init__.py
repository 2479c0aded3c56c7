"""Who people are: guests with a cookie, and the invites that let them sit down."""
