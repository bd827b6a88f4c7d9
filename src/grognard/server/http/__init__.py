"""What is the same for every request: middleware, limits, who calls, errors, the socket and the static pages."""
