"""Studies: trials of several algorithms, their extract, statistics and report."""
