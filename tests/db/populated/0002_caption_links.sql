-- Rows in the tables that are new in 0002_caption_links.
INSERT INTO caption_links (org_id, id, meeting_id, secret_hash, created_by, identity, expires_at_ms, created_at_ms)
VALUES ('org_1', 'caption_links id', 'caption_links meeting_id', 'caption_links secret_hash', 'caption_links created_by', 'caption_links identity', 1700000000123, 1700000000123);
