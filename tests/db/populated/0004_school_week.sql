-- Rows in the tables that are new in 0004_school_week.
INSERT INTO attendance_instances (id, seen_at_ms)
VALUES ('ati_1', 1700000000123);
INSERT INTO attendance_rows (org_id, meeting_id, participant_id, intervals, present_ms, measured, corrected, corrected_by, reason, corrected_at_ms, version)
VALUES ('org_1', 'mtg_1', 'par_1', '[{"joinedAtMs":1700000000123,"leftAtMs":1700000060123}]', 60000, 'late', 'present', 'usr_1', 'The bus was late', 1700000000123, 1);
INSERT INTO attendance_sheets (org_id, meeting_id, late_after_minutes, left_early_minutes, present_percent, ready_at_ms)
VALUES ('org_1', 'mtg_1', 5, 5, 50, 1700000000123);
INSERT INTO attendance_stretches (org_id, meeting_id, participant_id, joined_at_ms, instance_id, left_at_ms)
VALUES ('org_1', 'mtg_1', 'par_1', 1700000000123, 'ati_1', 1700000060123);
INSERT INTO holidays (org_id, id, entries, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'hol_1', '[{"from":"2026-12-23","to":"2027-01-06","name":"Christmas"}]', 1, 1700000000123, 1700000000123);
INSERT INTO host_leases (org_id, meeting_id, instance_id, participant_id, state, grace_ms, ends_at_ms, due_at_ms)
VALUES ('org_1', 'mtg_1', 'ins_1', 'par_1', 'open', 1, 1700000000123, 1700000000123);
INSERT INTO series (org_id, id, workspace_id, title, description, rule, starts_at, timezone, duration_minutes, ex_dates, r_dates, until, join_code, access, options, participants, host_id, previous_id, join_code_hash, join_code_sealed, join_code_holder_id, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'ser_1', 'wsp_1', 'Biology', NULL, 'FREQ=WEEKLY;BYDAY=MO', '2026-09-07T08:00:00', 'Europe/Berlin', 45, '[]', '[]', NULL, 'each', 'workspace', '{}', '[]', 'usr_1', NULL, NULL, NULL, NULL, 1, 1700000000123, 1700000000123);
