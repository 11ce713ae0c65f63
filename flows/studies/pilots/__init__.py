"""What good players do to an archive of decks: `pilots`."""
