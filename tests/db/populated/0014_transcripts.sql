-- What 0014_transcripts adds: failed and removed transcripts, speakers merged into another.
INSERT INTO transcripts (org_id, id, meeting_id, recording_id, state, source, language, languages, engine, segment_count, duration_ms, revision, failure, version, created_by, created_at_ms, updated_at_ms, deleted_at_ms)
VALUES ('org_1', 'trn_2', 'mtg_1', 'rec_1', 'failed', 'stt', 'und', '[]', NULL, 0, 0, 1, 'unavailable', 2, 'usr_1', 1700003600123, 1700003600123, 1700003600123);
INSERT INTO speakers (org_id, id, transcript_id, participant_id, label, merged_into, version) VALUES ('org_1', 'spk_2', 'trn_1', NULL, 'Speaker 2', 'spk_1', 2);
