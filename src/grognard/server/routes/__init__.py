"""The routes, one file per subject; each exports `handlers`."""
