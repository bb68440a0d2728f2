INSERT INTO removals (id, org_id, kind, subject_id, at_ms) VALUES ('rmv_2', NULL, 'account', 'usr_2', 1);
