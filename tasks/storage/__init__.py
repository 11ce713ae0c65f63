"""Run directories: atomic files, manifests, locks, copies.

- `files`: tables, arrays and JSON, written atomically and checked when read; `Pieces` of work
- `run`: a run's directory and its files
- `store`: opens, continues and finds run directories
- `manifest`: `manifest.json` of a run, and the differences that prevent a resume
- `settings`: the settings in a manifest, or in the file of other work, such as a league
- `locks`: one process at a time writes into a directory
- `mirror`: a copy of a directory elsewhere, by URL
- `shared_home`: the folder that all runs of this machine share
"""
