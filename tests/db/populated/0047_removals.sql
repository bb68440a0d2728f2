INSERT INTO removals (id, org_id, kind, subject_id, at_ms) VALUES ('rmv_1', 'org_1', 'meeting', 'mtg_1', 1);
