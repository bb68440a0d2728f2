INSERT INTO translations (org_id, id, transcript_id, language, state, transcript_revision, engine, quality, segment_count, translated_ms, counted_ms, failure, job_id, version, created_by, created_at_ms, updated_at_ms, deleted_at_ms)
VALUES ('org_1', 'trl_3', 'trn_1', 'ca', 'processing', 0, NULL, NULL, 0, 0, 0, NULL, NULL, 1, 'usr_1', 1700003600123, 1700003600123, NULL);
