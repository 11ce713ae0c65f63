"""The command line: what its commands take and do."""
