-- Rows in the tables that are new in 0005_rate_windows.
INSERT INTO rate_windows (key_hash, count, length_ms, ends_at_ms, counted_at_ms, keep_until_ms)
VALUES ('rate_windows key_hash', 1, 1, 1700000000123, 1700000000123, 1);
