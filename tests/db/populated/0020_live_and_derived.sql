INSERT INTO live_sessions (org_id, id, meeting_id, transcript_id, state, last_seq, caption_seq, started_at_ms, closed_at_ms)
VALUES ('org_1', 'lvs_1', 'mtg_1', 'trn_1', 'closed', 1, 3, 1700000000123, 1700003600123);
-- before 0022_captions
INSERT INTO live_tracks (org_id, id, session_id, participant_id, label, speaker_id, start_ms, heard_ms, started, created_at_ms, updated_at_ms)
VALUES ('org_1', 'trk_1', 'lvs_1', NULL, 'Captioner', 'spk_1', 0, 5000000000, TRUE, 1700000000123, 1700003600123);
INSERT INTO live_events (org_id, session_id, seq, kind, segment_id, language) VALUES ('org_1', 'lvs_1', 1, 'translation', 'seg_1', 'es');
INSERT INTO spent_live_tickets (org_id, ticket_hash, expires_at_ms) VALUES ('org_1', 'tickethash', 1700000030123);
INSERT INTO translations (org_id, id, transcript_id, language, state, transcript_revision, engine, quality, segment_count, failure, job_id, version, created_by, created_at_ms, updated_at_ms)
VALUES ('org_1', 'trl_1', 'trn_1', 'es', 'ready', 1, '{"engine":"apertium","model":"eng-spa","version":null}', 'gist', 1, NULL, 'job_1', 1, 'usr_1', 1700003600123, 1700003600123);
INSERT INTO translated_segments (org_id, translation_id, segment_id, revision, text) VALUES ('org_1', 'trl_1', 'seg_1', 1, 'Buenos días.');
INSERT INTO summaries (org_id, id, meeting_id, transcript_id, transcript_revision, state, level, template, language, engine, content, edited, failure, job_id, version, created_by, created_at_ms, updated_at_ms)
VALUES ('org_1', 'sum_1', 'mtg_1', 'trn_1', 1, 'ready', 'basic', 'class', 'en', '{"engine":"extractive","model":"lexrank","version":null}', '{"overview":"","keyPoints":[],"decisions":[],"questions":[],"keywords":[]}', FALSE, NULL, 'job_1', 1, 'usr_1', 1700003600123, 1700003600123);
INSERT INTO action_items (org_id, id, meeting_id, position, text, owner_id, owner_name, due_day, due_text, status, segment_ids, start_ms, edited, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'act_1', 'mtg_1', 1, 'Bo sends the report.', 'par_2', 'Bo', '2023-11-17', 'by Friday', 'open', '["seg_1"]', 1000, FALSE, 1, 1700003600123, 1700003600123);
INSERT INTO notifications (org_id, id, user_id, kind, meeting_id, data, subject, read_at_ms, created_at_ms)
VALUES ('org_1', 'ntf_1', 'usr_1', 'transcript.ready', 'mtg_1', '{"transcriptId":"trn_1"}', 'trn_1', NULL, 1700003600123);
INSERT INTO notification_preferences (org_id, user_id, preferences, updated_at_ms) VALUES ('org_1', 'usr_1', '{"transcript.ready":{"mail":false}}', 1700003600123);
