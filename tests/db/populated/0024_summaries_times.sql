INSERT INTO action_items (org_id, id, meeting_id, position, text, owner_id, owner_name, due_day, due_text, status, segment_ids, start_ms, edited, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'act_2', 'mtg_1', 2, 'Bo reads it.', 'par_2', 'Bo', NULL, NULL, 'open', '["seg_1"]', 5000000000, FALSE, 1, 1700003600123, 1700003600123);
