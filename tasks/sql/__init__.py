"""SQL over run directories: the tables, the cookbook, the output."""
