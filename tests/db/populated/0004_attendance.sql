-- Rows in the tables that are new in 0004_attendance.
INSERT INTO attendance_instances (id, seen_at_ms)
VALUES ('ati_1', 1700000000123);
INSERT INTO attendance_rows (org_id, meeting_id, participant_id, intervals, present_ms, measured, corrected, corrected_by, reason, corrected_at_ms, version)
VALUES ('org_1', 'mtg_1', 'par_1', '[{"joinedAtMs":1700000000123,"leftAtMs":1700000060123}]', 60000, 'late', 'present', 'usr_1', 'The bus was late', 1700000000123, 1);
INSERT INTO attendance_sheets (org_id, meeting_id, late_after_minutes, left_early_minutes, present_percent, ready_at_ms)
VALUES ('org_1', 'mtg_1', 5, 5, 50, 1700000000123);
INSERT INTO attendance_stretches (org_id, meeting_id, participant_id, joined_at_ms, instance_id, left_at_ms)
VALUES ('org_1', 'mtg_1', 'par_1', 1700000000123, 'ati_1', 1700000060123);
