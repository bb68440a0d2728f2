INSERT INTO privacy_exports (org_id, id, subject, user_id, state, progress, requested_by, version, created_at_ms)
VALUES ('org_1', 'xpt_1', 'person', 'usr_1', 'queued', 0, 'usr_1', 1, 1);
