-- Rows in the tables that are new in 0002_caption_links.
INSERT INTO caption_links (org_id, id, meeting_id, secret_hash, created_by, identity, expires_at_ms, created_at_ms)
VALUES ('org_1', 'cpl_1', 'mtg_1', 'linkhash', 'usr_1', NULL, 1700000000123, 1700000000123);
