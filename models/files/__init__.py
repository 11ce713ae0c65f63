"""Files below the run directories of `tasks`.

- `atomic_file`: files that are written whole or not at all
- `array_files`: named arrays in ``.npz`` files
"""
