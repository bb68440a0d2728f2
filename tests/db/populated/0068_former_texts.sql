INSERT INTO former_texts (org_id, id, meeting_id, object_type, object_id, former, replaced_by, replaced_at_ms)
VALUES ('org_1', 'fmr_1', 'mtg_1', 'meeting', 'mtg_1', '{"title":"Optics"}', 'usr_1', 1700003700000);
