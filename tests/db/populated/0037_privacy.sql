INSERT INTO privacy_erasures (org_id, id, user_id, state, erased, requested_by, version, created_at_ms)
VALUES ('org_1', 'ers_1', 'usr_2', 'queued', '{}', 'usr_1', 1, 1);
