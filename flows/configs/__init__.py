"""What a flow runs with: presets by name, settings on top of them, checked before any work."""
