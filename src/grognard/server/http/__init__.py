"""What is the same for every request: middleware, limits, the caller, errors, the socket and the static pages."""
