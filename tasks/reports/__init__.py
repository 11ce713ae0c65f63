"""The report of a run: results from its files, pictures, pages."""
