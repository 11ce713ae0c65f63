"""Run directories: files that are there completely or not at all, manifests, locks, copies.

- `files`: tables, arrays and JSON, written completely or not at all, and checked when read
- `run`: a run's directory and where everything lies in it
- `store`: how a run's directory is opened, continued and found
- `manifest`: what `manifest.json` says of a run, and which changes refuse to continue it
- `experiment`: the configuration in a manifest
- `locks`: one process at a time writes into a directory
- `extracts`: the tables of a study on their own
- `mirror`: a copy of a directory elsewhere, by URL
- `shared_home`: the folder that all runs of this machine share
"""
