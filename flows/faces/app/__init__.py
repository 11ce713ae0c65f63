"""The application in the browser: runs, archives, decks and games.

Pages are rendered here from the templates in `templates`; `static` has the style and small
JavaScript modules, our own, without a build step. All results come from the functions that the
command line uses.

Modules:
    server: the application with its errors as pages, what a request may be, and the server that
        `app` starts.
    cards: formats by name, and their cards as JSON.
    folder: the list of runs below one folder, and their results by name.
    work: leagues, trainings and other work: how far they are, and their players.
    studies: the addresses of leagues, trainings and other work, and their reports as they form.
    pages: the addresses of runs, archives, decks and replays; curves as coordinates of SVG.
    levels: the levels of opponents, with their ratings.
    background: games in the background, by ids.
    bench: the addresses of the deck bench, and its measurements.
    doctor: the addresses of the deck doctor, and its examinations.
    builder: the addresses of the deck builder.
    patch: the addresses of the patch editor.
    labs: balance labs in the background.
    play_pages: the addresses of Play.
    puzzles: the page of puzzles, and the verdict on a turn that was played there.
    reviews: the addresses of reviews of finished games.
    new_game: requests for new games and matches: against players by their parts, networks trained
        by self-play, and the players of leagues and trainings.
    games: games that persons play, and matches: best of five in Conquest.
"""
