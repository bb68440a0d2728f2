INSERT INTO caption_addresses (org_id, id, meeting_id, secret_hash, created_by, created_at_ms) VALUES ('org_1', 'cap_1', 'mtg_1', 'captionhash', 'usr_1', 1700000000123);
INSERT INTO live_tracks (org_id, id, session_id, participant_id, label, speaker_id, heard_ms, end_ms, generation, publishing, created_at_ms, updated_at_ms)
VALUES ('org_1', 'trk_2', 'lvs_1', NULL, 'Speaker', 'spk_1', 5000000000, 5000000000, 2, TRUE, 1700000000123, 1700003600123);
