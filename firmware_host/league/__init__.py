"""Many tables, one league: what a table tells a broker, and the service that takes it in. Imported only if needed."""
