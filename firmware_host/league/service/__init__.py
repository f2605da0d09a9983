"""The league service: takes results in from all tables, keeps standings in SQL, and shows them."""
