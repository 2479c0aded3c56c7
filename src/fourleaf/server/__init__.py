"""Tables that people join by a link: the log is the referee, and the process may be killed at any time."""
