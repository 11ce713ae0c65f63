"""Games: played in chunks, by threads or a cluster, from seeds that name what is drawn."""
