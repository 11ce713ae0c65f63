"""What good players do to weak ones' archive: `settings`, `play`, `tables` and `page`."""
