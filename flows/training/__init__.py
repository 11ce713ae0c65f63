"""Trainings of players beside each other: the extract of finished ones, and its page.

Modules:
    page: the extract, the values of `report.md`, its picture and the players' files.
"""
