"""Where fits run: on this machine, or on a Ray cluster."""
