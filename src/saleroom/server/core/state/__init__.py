"""State of a table. Only `saleroom.server.core.apply` changes it."""
