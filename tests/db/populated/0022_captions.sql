INSERT INTO caption_addresses (org_id, id, meeting_id, secret_hash, created_by, created_at_ms) VALUES ('org_1', 'cap_1', 'mtg_1', 'captionhash', 'usr_1', 1700000000123);
UPDATE live_tracks SET generation = 2, end_ms = 5000000000, publishing = TRUE WHERE org_id = 'org_1';
