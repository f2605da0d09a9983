"""The table in a browser: pages for seats, for the private screen and for everybody, over one small server."""
