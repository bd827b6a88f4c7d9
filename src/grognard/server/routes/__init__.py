"""The routes, one file a subject; each exports `handlers`."""
