INSERT INTO participants (org_id, id, meeting_id, user_id, name, email, email_key, invite_hash, role, state, joined_at_ms, left_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'par_2', 'mtg_1', NULL, 'Bo', 'Bo@example.com', 'bo@example.com', 'invitehash', 'guest', 'invited', NULL, NULL, 1, 1700000000123, 1700000000123);
