"""MESB's study: its runs, duels, analyses, claims and report."""
