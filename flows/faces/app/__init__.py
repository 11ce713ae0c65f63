"""The application in the browser: runs, archives, decks and games.

Pages are rendered here from the templates in `templates`; `static` has the style and small
JavaScript modules, our own, without a build step. All results come from the functions that the
command line uses.

Modules:
    server: the application with its errors as pages, and the server that `app` starts.
    guard: what a request may be: from whom, how long, and in what time.
    folder: runs by name below one folder, and their results.
    pages: the addresses.
    bench: measurements of decks in the background.
    bench_pages: the addresses of the deck bench.
    play_pages: the addresses of Play.
    new_game: requests for new games and matches.
    networks: networks trained by self-play, as opponents.
    browsers: the secret by which a browser finds its open games again.
    games: games that persons play.
    matches: best of five in Conquest.
    plots: curves as coordinates of SVG.
    settings: limits of what an address may say.
"""
