-- Rows in every table of 0000_init, in SQL that both engines read. Later migrations are tried on them.
INSERT INTO organizations (id, name, name_key, slug, external_id, org_type, billing_account_id, settings, retention_policy, allowed_domains, feature_flags, metadata, state, state_before_deletion, version, created_at_ms, updated_at_ms, purge_at_ms, deleted_at_ms, plan_code, entitlement_overrides, paid_seats)
VALUES ('org_1', 'Académie "A"', 'academie "a"', 'academie', 'ext-1', 'school', 'bill-1', '{"defaultLanguage":"fr-FR"}', '{"transcripts":"30d"}', '["example.org"]', '{"beta":true}', '{"a":"b"}', 'pending_deletion', 'active', 3, 1700000000123, 1700000000456, 1800000000000, 1700000000456, 'team', '{"seats":250}', 7);
INSERT INTO organization_blocks (org_id, id, authority, reason_code, reason, expires_at_ms, live_meetings, created_by, created_at_ms)
VALUES ('org_1', 'blk_1', 'billing', 'unpaid', NULL, NULL, 'drain', 'usr_1', 1700000000123);
INSERT INTO organization_ledgers (org_id, event_sequence, audit_sequence, audit_head) VALUES ('org_1', 1, 1, 'aa');
INSERT INTO users (id, email, email_key, email_verified_at_ms, name, password_hash, system_admin, state, locale, timezone, avatar_url, version, created_at_ms, updated_at_ms)
VALUES ('usr_1', 'Ada@example.org', 'ada@example.org', 1700000000123, 'Ada', '$argon2id$x', true, 'active', 'fr-FR', 'Europe/Paris', NULL, 1, 1700000000123, 1700000000123);
INSERT INTO user_identities (issuer, subject, user_id, created_at_ms) VALUES ('https://issuer.example', 'sub-1', 'usr_1', 1700000000123);
INSERT INTO memberships (org_id, user_id, role, joined_at_ms, updated_at_ms, version) VALUES ('org_1', 'usr_1', 'owner', 1700000000123, 1700000000123, 1);
INSERT INTO invitations (org_id, id, email, email_key, role, token_hash, state, invited_by, created_at_ms, expires_at_ms, accepted_at_ms, accepted_by)
VALUES ('org_1', 'inv_1', 'b@example.org', 'b@example.org', 'member', 'bb', 'pending', 'usr_1', 1700000000123, 1700600000000, NULL, NULL);
INSERT INTO sessions (id, user_id, org_id, refresh_hash, device, ip, user_agent, auth_methods, created_at_ms, last_seen_at_ms, expires_at_ms, idle_expires_at_ms, revoked_at_ms, revoked_reason)
VALUES ('ses_1', 'usr_1', 'org_1', 'cc', '{"name":"phone"}', '192.0.2.1', 'test', '["pwd"]', 1700000000123, 1700000000123, 1800000000000, 1750000000000, NULL, NULL);
INSERT INTO signing_keys (kid, algorithm, public_jwk, private_sealed, state, created_at_ms, retired_at_ms) VALUES ('k1', 'EdDSA', '{"kty":"OKP"}', 'sealed', 'current', 1700000000123, NULL);
INSERT INTO events (org_id, sequence, id, type, api_version, occurred_at_ms, request_id, actor, object, changes)
VALUES ('org_1', 1, 'evt_1', 'organization.created', '1', 1700000000123, 'r-1', '{"id":"usr_1"}', '{"id":"org_1"}', NULL);
INSERT INTO audit_entries (org_id, sequence, id, occurred_at_ms, action, category, outcome, actor_type, actor_id, actor_role, targets, changes, request_id, auth_method, personal, salt, personal_commitment, hash, prev_hash)
VALUES ('org_1', 1, 'aud_1', 1700000000123, 'organization.create', 'organization', 'success', 'user', 'usr_1', 'owner', '[{"id":"org_1"}]', '[]', 'r-1', 'pwd', '{"ip":"192.0.2.1"}', 'dd', 'ab', 'aa', '');
INSERT INTO jobs (id, org_id, queue, unique_key, payload, state, attempts, max_attempts, run_at_ms, lease_token, last_error, progress, created_at_ms, ended_at_ms)
VALUES ('job_1', 'org_1', 'mail', NULL, '{"to":"b@example.org"}', 'ready', 1, 10, 1700000000123, NULL, 'Error: no', 0.5, 1700000000123, NULL);
INSERT INTO idempotency_keys (scope, fingerprint, org_id, result_sealed, created_at_ms, expires_at_ms) VALUES ('ee', 'ff', 'org_1', 'sealed', 1700000000123, 1700086400000);
INSERT INTO service_state (key, value, updated_at_ms) VALUES ('first-start', '{"done":true}', 1700000000123);
INSERT INTO one_time_tokens (token_hash, purpose, user_id, email, created_at_ms, expires_at_ms, used_at_ms)
VALUES ('ott', 'reset_password', 'usr_1', 'ada@example.org', 1700000000123, 1700000900123, NULL);
INSERT INTO totp_secrets (user_id, secret_sealed, confirmed_at_ms, last_step, created_at_ms) VALUES ('usr_1', 'sealed', 1700000000123, 56666666, 1700000000123);
INSERT INTO recovery_codes (user_id, code_hash, used_at_ms) VALUES ('usr_1', 'code', NULL);
INSERT INTO challenges (token_hash, kind, user_id, payload_sealed, attempts, created_at_ms, expires_at_ms) VALUES ('challenge', 'mfa', 'usr_1', 'sealed', 1, 1700000000123, 1700000300123);
INSERT INTO known_devices (user_id, device_hash, last_seen_at_ms) VALUES ('usr_1', 'device', 1700000000123);
INSERT INTO spent_refresh_tokens (token_hash, session_id, spent_at_ms, successor_sealed) VALUES ('spent', 'ses_1', 1700000000123, 'sealed');
INSERT INTO api_keys (org_id, id, name, key_hash, hint, previous_hash, previous_expires_at_ms, scopes, allowed_ips, created_by, expires_at_ms, last_used_at_ms, revoked_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'key_1', 'CI', 'keyhash', '…abcd', NULL, NULL, '["org:read"]', '["10.0.0.0/8"]', 'usr_1', NULL, NULL, NULL, 1, 1700000000123, 1700000000123);
INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, multi_device, backed_up, created_at_ms, last_used_at_ms)
VALUES ('pk_1', 'usr_1', 'Phone', 'AQID', 7, '["internal"]', true, true, 1700000000123, NULL);
INSERT INTO failed_sign_ins (id, user_id, ip, user_agent, request_id, reason, occurred_at_ms)
VALUES ('fsi_1', 'usr_1', '203.0.113.7', 'curl', '01930000-0000-7000-8000-000000000001', 'invalid_credentials', 1700000000123);
INSERT INTO search_terms (org_id, collection, term, position, id, words) VALUES ('org_1', 'member', '', 1, 'usr_1', ' ada');
INSERT INTO search_terms (org_id, collection, term, position, id, words) VALUES ('org_1', 'member', 'ada', 1, 'usr_1', NULL);
INSERT INTO workspaces (org_id, id, name, slug, description, kind, visibility, settings, external_ref, member_count, archived_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'wsp_1', 'Physics', 'physics', NULL, 'class', 'org', '{"color":"blue"}', 'sis-7', 1, NULL, 1, 1700000000123, 1700000000123);
INSERT INTO workspace_members (org_id, workspace_id, user_id, role, joined_at_ms, updated_at_ms, version) VALUES ('org_1', 'wsp_1', 'usr_1', 'manager', 1700000000123, 1700000000123, 1);
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
INSERT INTO meetings (org_id, id, workspace_id, title, description, kind, state, state_reason, source, scheduled_start_at_ms, scheduled_end_at_ms, starts_at_ms, started_at_ms, ended_at_ms, duration_ms, host_id, language, recording_mode, recording_consent, transcription, access, lobby, conference_url, join_code_hash, join_code_sealed, external_id, artifacts, created_by, deleted_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'mtg_2', 'wsp_1', 'Waves', NULL, 'class', 'cancelled', NULL, 'native', 1700000000123, 1700003600123, 1700000000123, NULL, NULL, NULL, 'usr_1', 'en-US', 'auto', 'required', '{"enabled":true,"live":false,"provider":null,"translateTo":[]}', 'workspace', false, NULL, NULL, NULL, NULL, '{}', 'usr_1', 1700000000456, 2, 1700000000123, 1700000000456);
INSERT INTO participants (org_id, id, meeting_id, user_id, name, email, email_key, invite_hash, role, state, joined_at_ms, left_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'par_2', 'mtg_1', NULL, 'Bo', 'Bo@example.com', 'bo@example.com', 'invitehash', 'guest', 'invited', NULL, NULL, 1, 1700000000123, 1700000000123);
INSERT INTO transcripts (org_id, id, meeting_id, recording_id, state, source, language, languages, engine, segment_count, duration_ms, revision, failure, version, created_by, created_at_ms, updated_at_ms, deleted_at_ms)
VALUES ('org_1', 'trn_2', 'mtg_1', 'rec_1', 'failed', 'stt', 'und', '[]', NULL, 0, 0, 1, 'unavailable', 2, 'usr_1', 1700003600123, 1700003600123, 1700003600123);
INSERT INTO speakers (org_id, id, transcript_id, participant_id, label, merged_into, version) VALUES ('org_1', 'spk_2', 'trn_1', NULL, 'Speaker 2', 'spk_1', 2);
INSERT INTO workspace_invitations (org_id, invitation_id, workspace_id, role, invited_by) VALUES ('org_1', 'inv_1', 'wsp_1', 'host', 'usr_1');
INSERT INTO live_sessions (org_id, id, meeting_id, transcript_id, state, last_seq, caption_seq, started_at_ms, closed_at_ms)
VALUES ('org_1', 'lvs_1', 'mtg_1', 'trn_1', 'closed', 1, 3, 1700000000123, 1700003600123);
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
INSERT INTO translations (org_id, id, transcript_id, language, state, transcript_revision, engine, quality, segment_count, translated_ms, counted_ms, failure, job_id, version, created_by, created_at_ms, updated_at_ms, deleted_at_ms)
VALUES ('org_1', 'trl_2', 'trn_1', 'es', 'ready', 1, '{"engine":"apertium","model":"eng-spa","version":null}', 'gist', 1, 5000000000, 5000000000, NULL, NULL, 2, 'usr_1', 1700003600123, 1700003600123, 1700003600456);
INSERT INTO caption_addresses (org_id, id, meeting_id, secret_hash, created_by, created_at_ms) VALUES ('org_1', 'cap_1', 'mtg_1', 'captionhash', 'usr_1', 1700000000123);
INSERT INTO live_tracks (org_id, id, session_id, participant_id, label, speaker_id, heard_ms, end_ms, generation, publishing, created_at_ms, updated_at_ms)
VALUES ('org_1', 'trk_2', 'lvs_1', NULL, 'Speaker', 'spk_1', 5000000000, 5000000000, 2, TRUE, 1700000000123, 1700003600123);
INSERT INTO action_items (org_id, id, meeting_id, position, text, owner_id, owner_name, due_day, due_text, status, segment_ids, start_ms, edited, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'act_2', 'mtg_1', 2, 'Bo reads it.', 'par_2', 'Bo', NULL, NULL, 'open', '["seg_1"]', 5000000000, FALSE, 1, 1700003600123, 1700003600123);
INSERT INTO transcript_indexes (org_id, transcript_id, meeting_id, number, started_at_ms, removed) VALUES ('org_1', 'trn_1', 'mtg_1', 1, 1700000000123, FALSE);
INSERT INTO unindexed_segments (org_id, transcript_id, from_ms, to_ms, due_at_ms) VALUES ('org_1', 'trn_1', 1000, 2000, 1700000000123);
INSERT INTO translations (org_id, id, transcript_id, language, state, transcript_revision, engine, quality, segment_count, translated_ms, counted_ms, failure, job_id, version, created_by, created_at_ms, updated_at_ms, deleted_at_ms)
VALUES ('org_1', 'trl_3', 'trn_1', 'ca', 'processing', 0, NULL, NULL, 0, 0, 0, NULL, NULL, 1, 'usr_1', 1700003600123, 1700003600123, NULL);
INSERT INTO legal_holds (org_id, id, name, matter, reason, scope, meeting_id, user_id, workspace_id, range_starts_at_ms, range_ends_at_ms, state, placed_by, released_by, released_at_ms, release_reason, version, created_at_ms)
VALUES ('org_1', 'hld_1', 'Doe v. School', '2023-CV-1', 'Counsel asked for it.', 'person', NULL, 'usr_1', NULL, 1700000000000, NULL, 'active', 'usr_1', NULL, NULL, NULL, 1, 1700003600000);
INSERT INTO retention_changes (org_id, id, previous, changed_at_ms, purges_from_ms) VALUES ('org_1', 'rch_1', '{"recordings":"90d"}', 1, 2);
INSERT INTO retention_previews (org_id, id, policy, created_at_ms, expires_at_ms) VALUES ('org_1', 'rpv_1', '{"recordings":"90d"}', 1, 2);
INSERT INTO retention_runs (org_id, id, trigger, dry_run, state, purged, version, created_at_ms) VALUES ('org_1', 'run_1', 'schedule', FALSE, 'queued', '{}', 1, 1);
INSERT INTO artifacts (org_id, id, class, owner_type, owner_id, meeting_id, blob_id, size_bytes, created_at_ms, clock_starts_at_ms, purge_started_at_ms, deleted_at_ms)
VALUES ('org_1', 'art_2', 'transcripts', 'action_items', 'mtg_2', 'mtg_2', NULL, 0, 1700000000123, 1700000000123, NULL, NULL);
INSERT INTO organization_domains (org_id, id, state, enrollment_mode, default_role, include_subdomains, challenge_token, claimed_at_ms, attempts, misses, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'populated.example.edu', 'pending', 'none', 'member', false, '0123456789abcdef', 1, 0, 0, 1, 1, 1);
INSERT INTO domain_leavers (org_id, user_id, left_at_ms) VALUES ('org_1', 'usr_1', 1);
INSERT INTO privacy_erasures (org_id, id, user_id, state, erased, requested_by, version, created_at_ms) VALUES ('org_1', 'ers_1', 'usr_2', 'queued', '{}', 'usr_1', 1, 1);
INSERT INTO invitations (org_id, id, email, email_key, role, token_hash, mailed, state, invited_by, created_at_ms, expires_at_ms)
VALUES ('org_1', 'inv_requested', 'asks@example.edu', 'asks@example.edu', 'member', 'requested', false, 'requested', 'usr_1', 1, 2);
INSERT INTO privacy_exports (org_id, id, subject, user_id, state, progress, requested_by, version, created_at_ms) VALUES ('org_1', 'xpt_1', 'person', 'usr_1', 'queued', 0, 'usr_1', 1, 1);
INSERT INTO noted_reads (org_id, id, noted_at_ms) VALUES ('org_1', 'a1', 1);
INSERT INTO followers (org_id, id, kind, position, is_active, is_parked, failures, failing_since_ms, due_at_ms, lease_token, leased_until_ms)
VALUES ('org_1', 'whk_1', 'webhook', 1, TRUE, FALSE, 0, NULL, NULL, NULL, NULL);
INSERT INTO audit_targets (org_id, target_id, occurred_at_ms, sequence) VALUES ('org_1', 'usr_9', 9, 9);
INSERT INTO departures (org_id, user_id, email_key, left_at_ms) VALUES ('org_1', 'usr_1', 'ada@populated.example.edu', 1);
INSERT INTO closed_accounts (user_id, email_key, closed_at_ms) VALUES ('usr_2', 'noah@populated.example.edu', 1);
INSERT INTO audit_keys (kid, public_key, private_sealed, created_at_ms) VALUES ('kid_1', 'x', 'v1.sealed', 1);
INSERT INTO audit_checkpoints (org_id, sequence, hash, signed_at_ms, previous, key_id, signature) VALUES ('org_1', 1, 'h', 1, NULL, 'kid_1', 's');
INSERT INTO removals (id, org_id, kind, subject_id, at_ms) VALUES ('rmv_1', 'org_1', 'meeting', 'mtg_1', 1);
INSERT INTO webhooks (org_id, id, url, description, event_types, payload, header_names, headers_sealed, secret_sealed, previous_secret_sealed, previous_expires_at_ms, disabled_reason, disabled_at_ms, replay_from, replay_to, created_by, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'whk_1', 'https://hooks.example.com/', NULL, NULL, 'full', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'usr_1', 1, 1, 1);
INSERT INTO webhook_deliveries (org_id, id, webhook_id, event_id, event_type, sequence, state, attempts, attempt_count, tries, next_attempt_at_ms, created_at_ms, ended_at_ms)
VALUES ('org_1', 'dlv_1', 'whk_1', 'evt_1', 'org.created', 1, 'succeeded', '[]', 1, 1, NULL, 1, 1);
INSERT INTO guardian_consents (org_id, user_id, guardian, granted_day, recorded_by, version, updated_at_ms) VALUES ('org_1', 'usr_1', 'Chidi Okafor, father', '2025-09-01', 'usr_2', 1, 1);
INSERT INTO followers (org_id, id, kind, position, is_active, is_parked, failures, failing_since_ms, due_at_ms, lease_token, leased_until_ms)
VALUES ('org_1', 'ast_1', 'audit_stream', 1, TRUE, FALSE, 0, NULL, NULL, NULL, NULL);
INSERT INTO audit_streams (org_id, id, name, type, url, host, port, ca_certificates, categories, secret_sealed, disabled_reason, disabled_at_ms, delivered_at_ms, failure, created_by, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'ast_1', 'SIEM', 'syslog', NULL, 'syslog.example.com', 6514, NULL, '["security"]', NULL, NULL, NULL, 1, NULL, 'usr_1', 1, 1, 1);
INSERT INTO removals (id, org_id, kind, subject_id, at_ms) VALUES ('rmv_2', NULL, 'account', 'usr_2', 1);
INSERT INTO configurations (key, content_id, version, value, updated_at_ms)
VALUES ('installation', 'cfg_Q8x', 2, '{"versions":{"tenantDefaults":2,"flags":1,"plans":1,"configs":1},"tenantDefaults":{"education":{"settings":{"timezone":"Europe/Paris"}}},"flags":{},"plans":{},"configs":{}}', 1700000000123);
INSERT INTO usage_records (org_id, meter, subject, quantity, occurred_at_ms, workspace_id, user_id) VALUES ('org_1', 'meetingMs', 'meeting:mtg_1', 60000, 1700003600123, 'wsp_1', 'usr_1');
INSERT INTO usage_totals (org_id, meter, grain, start_ms, quantity, level) VALUES ('org_1', 'storedBytes', 'day', 1699920000000, 3000000000, 3000000000);
INSERT INTO usage_levels (org_id, meter, level, changed_at_ms) VALUES ('org_1', 'storedBytes', 3000000000, 1700003600123);
INSERT INTO usage_shares (org_id, meter, kind, start_ms, group_id, quantity) VALUES ('org_1', 'meetingMs', 'user', 1699920000000, 'usr_1', 60000);
INSERT INTO billing_accounts (org_id, id, provider, currency, name, email, tax_id, address, balance_minor, customer_id, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'bac_01jd0z7v9gf2nbrexx3vqjhp41', 'manual', 'EUR', 'Ada GmbH', 'accounts@example.edu', 'DE123456789', '{"city":"Kiel","country":"DE"}', 300, NULL, 2, 1700000000123, 1700000000456);
INSERT INTO invoice_counters (series, last_number) VALUES ('invoice', 1);
INSERT INTO invoices (org_id, id, kind, number, currency, period_start_ms, period_end_ms, lines, taxes, subtotal_minor, tax_minor, total_minor, credit_applied_minor, credit_granted_minor, issuer, customer, corrects_id, reason, issued_at_ms, due_at_ms, state, amount_due_minor, amount_paid_minor, corrected_minor, paid_at_ms, payment_reference, voided_at_ms, overdue_at_ms, version)
VALUES ('org_1', 'ivc_01jd0z7v9gf2nbrexx3vqjhp41', 'invoice', 'INV-000001', 'EUR', 1700000000123, 1702592000123, '[{"kind":"seats","description":"Team","quantity":3,"unitAmountMinor":500,"amountMinor":1500,"periodStartMs":1700000000123,"periodEndMs":1702592000123}]', '[{"name":"MwSt","ratePpm":190000,"inclusive":false,"amountMinor":285}]', 1500, 285, 1785, 0, 0, '{"lines":["Parley"],"instructions":[]}', '{"name":"Ada GmbH","email":null,"taxId":null,"address":null,"timezone":"Europe/Berlin"}', NULL, NULL, 1700000000123, 1701209600123, 'paid', 0, 1785, 0, 1700000900123, 'Transfer', NULL, NULL, 2);
INSERT INTO subscriptions (org_id, id, plan_code, state, interval, seats, currency, price, timezone, anchor_ms, period_index, current_period_start_ms, current_period_end_ms, segments, charged_minor, cancel_at_period_end, version, created_at_ms, updated_at_ms, metered)
VALUES ('org_1', 'sub_01jd0z7v9gf2nbrexx3vqjhp41', 'team', 'active', 'month', 7, 'EUR', '{"baseMinor":4900,"perSeatMinor":900,"includedSeats":5}', 'UTC', 1700000000000, 0, 1700000000000, 1702592000000, '[{"fromMs":1700000000000,"priceMinor":6700}]', 6700, FALSE, 1, 1700000000000, 1700000000000, '[{"fromMs":1700000000000,"toMs":1702592000000,"monthMs":2592000000,"currency":"EUR","segments":[{"fromMs":1700000000000,"planCode":"team","terms":{"transcription_minutes":{"included":10000,"per":100,"amountMinor":90}},"billed":{}}]}]');
INSERT INTO payment_methods (org_id, id, token, type, brand, last4, exp_month, exp_year, is_default, created_at_ms)
VALUES ('org_1', 'pmt_1', 'pm_1', 'card', 'visa', '4242', 12, 2031, true, 1700000000123);
INSERT INTO payments (org_id, id, invoice_id, token, amount_minor, currency, state, provider_id, failure_code, created_at_ms, updated_at_ms)
VALUES ('org_1', 'pay_1', 'ivc_01jd0z7v9gf2nbrexx3vqjhp41', 'pm_1', 1785, 'EUR', 'succeeded', 'pi_1', NULL, 1700000000123, 1700000000456);
INSERT INTO payment_events (org_id, id, type, provider_id, received_at_ms) VALUES ('org_1', 'evt_1', 'payment_intent.succeeded', 'pi_1', 1700000000456);
INSERT INTO usage_alerts (org_id, meter, period_start_ms, threshold, "limit") VALUES ('org_1', 'summaries', 1698796800000, 80, 100);
INSERT INTO integrations (org_id, id, type, name, issuer, client_id, deployment_ids, authorization_endpoint, jwks_uri, state, version, created_at_ms, updated_at_ms, created_by)
VALUES ('org_1', 'int_1', 'lti', 'Moodle', 'https://moodle.example.edu', 'parley', '["1"]', 'https://moodle.example.edu/mod/lti/auth.php', 'https://moodle.example.edu/mod/lti/certs.php', 'active', 1, 1, 1, 'usr_1');
INSERT INTO former_texts (org_id, id, meeting_id, object_type, object_id, former, replaced_by, replaced_at_ms)
VALUES ('org_1', 'fmr_1', 'mtg_1', 'meeting', 'mtg_1', '{"title":"Optics"}', 'usr_1', 1700003700000);
