"""Where units of work run: on this machine, or on a Ray cluster."""
