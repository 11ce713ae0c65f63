"""Run directories: files that are there completely or not at all, manifests, locks, copies."""
