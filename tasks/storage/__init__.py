"""Run directories: atomic files, manifests, locks, copies.

- `files`: tables, arrays and JSON, written atomically and checked when read
- `pieces`: work in pieces, each with a table of its own
- `run`: a run's directory and its files
- `store`: opens, continues and finds run directories
- `run_names`: the runs below a folder
- `manifest`: `manifest.json` of a run, and the differences that prevent a resume
- `experiment`: the configuration in a manifest
- `settings_file`: the file of a directory that holds other work, such as a league
- `locks`: one process at a time writes into a directory
- `mirror`: a copy of a directory elsewhere, by URL
- `shared_home`: the folder that all runs of this machine share
"""
