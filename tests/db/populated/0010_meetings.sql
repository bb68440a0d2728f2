-- One row in every table that 0010_meetings adds.
INSERT INTO workspaces (org_id, id, name, slug, description, kind, visibility, settings, external_ref, member_count, archived_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'wsp_1', 'Physics', 'physics', NULL, 'class', 'org', '{"color":"blue"}', 'sis-7', 1, NULL, 1, 1700000000123, 1700000000123);
INSERT INTO workspace_members (org_id, workspace_id, user_id, role, joined_at_ms, updated_at_ms, version)
VALUES ('org_1', 'wsp_1', 'usr_1', 'manager', 1700000000123, 1700000000123, 1);
INSERT INTO meetings (org_id, id, workspace_id, title, description, kind, state, state_reason, source, scheduled_start_at_ms, scheduled_end_at_ms, starts_at_ms, started_at_ms, ended_at_ms, duration_ms, host_id, language, recording_mode, recording_consent, transcription, access, lobby, conference_url, join_code_hash, join_code_sealed, external_id, artifacts, created_by, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'mtg_1', 'wsp_1', 'Optics', NULL, 'class', 'ended', NULL, 'native', NULL, NULL, 1700000000123, 1700000000123, 1700003600123, 3600000, 'usr_1', 'en-US', 'auto', 'required', '{"enabled":true,"live":false,"provider":null,"translateTo":[]}', 'link', true, NULL, 'codehash', 'sealed', 'ext-1', '{}', 'usr_1', 3, 1700000000123, 1700003600123);
INSERT INTO calendar_feeds (org_id, id, user_id, secret_hash, created_at_ms) VALUES ('org_1', 'cal_1', 'usr_1', 'secrethash', 1700000000123);
INSERT INTO participants (org_id, id, meeting_id, user_id, name, email, role, state, joined_at_ms, left_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'par_1', 'mtg_1', 'usr_1', 'Ada', NULL, 'host', 'left', 1700000000123, 1700003600123, 2, 1700000000123, 1700003600123);
INSERT INTO consents (org_id, id, meeting_id, participant_id, kind, decision, decided_at_ms) VALUES ('org_1', 'cns_1', 'mtg_1', 'par_1', 'recording', 'granted', 1700000000123);
INSERT INTO chat_messages (org_id, id, meeting_id, participant_id, sender_name, text, sent_at_ms) VALUES ('org_1', 'msg_1', 'mtg_1', 'par_1', 'Ada', 'Hello', 1700000000123);
INSERT INTO blobs (org_id, id, sha256, size_bytes, storage_key, sealed_key, chunk_bytes, state, created_at_ms)
VALUES ('org_1', 'blb_1', 'abc', 3000000000, 'org_1/ab/abc', 'sealed', 65536, 'stored', 1700000000123);
INSERT INTO artifacts (org_id, id, class, owner_type, owner_id, meeting_id, blob_id, size_bytes, created_at_ms, clock_starts_at_ms, deleted_at_ms)
VALUES ('org_1', 'art_1', 'recordings', 'recording', 'rec_1', 'mtg_1', 'blb_1', 3000000000, 1700000000123, 1700003600123, NULL);
INSERT INTO uploads (org_id, id, meeting_id, created_by, filename, content_type, size_bytes, offset_bytes, state, failure, sha256, language, made_meeting, draft, recording_id, expires_at_ms, created_at_ms, updated_at_ms)
VALUES ('org_1', 'upl_1', 'mtg_1', 'usr_1', 'optics.webm', 'video/webm', 3000000000, 3000000000, 'finished', NULL, 'abc', 'en', false, NULL, 'rec_1', 1700086400123, 1700000000123, 1700003600123);
INSERT INTO recordings (org_id, id, meeting_id, blob_id, filename, content_type, size_bytes, sha256, duration_ms, channels, has_video, language, state, failure, waveform_blob_id, created_by, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'rec_1', 'mtg_1', 'blb_1', 'optics.webm', 'video/webm', 3000000000, 'abc', 3600000, 2, true, 'en', 'ready', NULL, NULL, 'usr_1', 2, 1700003600123, 1700003600123);
INSERT INTO processing_jobs (org_id, id, type, meeting_id, recording_id, transcript_id, state, step, progress, provider, language, engine, findings, failure, attempts, created_by, version, created_at_ms, started_at_ms, ended_at_ms, updated_at_ms)
VALUES ('org_1', 'job_1', 'transcription', 'mtg_1', 'rec_1', 'trn_1', 'running', 'transcribe', 0.5, NULL, 'en', '{"engine":"whisper","model":"base","version":null}', '{"durationMs":3600000}', NULL, 1, 'usr_1', 4, 1700003600123, 1700003600123, NULL, 1700003600123);
INSERT INTO processing_windows (org_id, job_id, position, result, ended_at_ms) VALUES ('org_1', 'job_1', 0, '{"segments":[]}', 1700003600123);
INSERT INTO transcripts (org_id, id, meeting_id, recording_id, state, source, language, languages, engine, segment_count, duration_ms, revision, version, created_by, created_at_ms, updated_at_ms)
VALUES ('org_1', 'trn_1', 'mtg_1', 'rec_1', 'ready', 'stt', 'en', '["en"]', '{"engine":"whisper","model":"base","version":null}', 1, 3600000, 2, 2, 'usr_1', 1700003600123, 1700003600123);
INSERT INTO speakers (org_id, id, transcript_id, participant_id, label, version) VALUES ('org_1', 'spk_1', 'trn_1', 'par_1', 'Ada', 1);
INSERT INTO segments (org_id, transcript_id, start_ms, seq, id, speaker_id, end_ms, text, language, confidence, words, revision, edited, source)
VALUES ('org_1', 'trn_1', 1500, 1, 'seg_1', 'spk_1', 3000, 'Light bends.', 'en', 0.75, '[["Light",1500,2000,0.5]]', 2, true, 'stt');
INSERT INTO segment_revisions (org_id, transcript_id, segment_id, revision, text, speaker_id, replaced_by, replaced_at_ms)
VALUES ('org_1', 'trn_1', 'seg_1', 1, 'Light ends.', NULL, 'usr_1', 1700003600123);
-- before 0054_usage
INSERT INTO usage_records (org_id, id, meter, quantity, subject, occurred_at_ms) VALUES ('org_1', 'usg_1', 'storedBytes', 3000000000, 'blb_1', 1700003600123);
