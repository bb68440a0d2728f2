-- Rows in the tables that are new in 0004_holidays.
INSERT INTO holidays (org_id, id, entries, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'holidays id', '[]', 1, 1700000000123, 1700000000123);
