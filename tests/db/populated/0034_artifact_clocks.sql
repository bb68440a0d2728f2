-- Columns that are null in older rows, and what was made of a meeting that never took place.
INSERT INTO artifacts (org_id, id, class, owner_type, owner_id, meeting_id, blob_id, size_bytes, created_at_ms, clock_starts_at_ms, purge_started_at_ms, deleted_at_ms)
VALUES ('org_1', 'art_2', 'transcripts', 'action_items', 'mtg_2', 'mtg_2', NULL, 0, 1700000000123, 1700000000123, NULL, NULL);
