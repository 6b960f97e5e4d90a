"""Every way in: what stands on the paper becomes `Filled`, each entry with its place."""
