-- Rows in the tables that are new in 0004_unattended_rooms.
INSERT INTO host_leases (org_id, meeting_id, instance_id, participant_id, state, grace_ms, ends_at_ms, due_at_ms)
VALUES ('org_1', 'host_leases meeting_id', 'host_leases instance_id', 'host_leases participant_id', 'open', 1, 1700000000123, 1700000000123);
