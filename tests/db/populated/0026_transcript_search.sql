INSERT INTO transcript_indexes (org_id, transcript_id, meeting_id, number, started_at_ms, removed) VALUES ('org_1', 'trn_1', 'mtg_1', 1, 1700000000123, FALSE);
INSERT INTO unindexed_segments (org_id, transcript_id, from_ms, to_ms, due_at_ms) VALUES ('org_1', 'trn_1', 1000, 2000, 1700000000123);
