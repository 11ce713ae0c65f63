"""Flows as Prefect's pages start them: every parameter is a field of a form."""
