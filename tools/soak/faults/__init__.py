"""One module for each fault: what is done, what is expected of the table, and how it is counted."""
