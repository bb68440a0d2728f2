-- One row in every table as of 0000_init, in SQL both engines read. Later migrations are tried on it.
INSERT INTO organizations (id, name, name_key, slug, external_id, org_type, billing_account_id, settings, retention_policy, allowed_domains, feature_flags, metadata, state, state_before_deletion, version, created_at_ms, updated_at_ms, purge_at_ms, deleted_at_ms)
VALUES ('org_1', 'Académie "A"', 'academie "a"', 'academie', 'ext-1', 'school', 'bill-1', '{"defaultLanguage":"fr-FR"}', '{"transcripts":"30d"}', '["example.org"]', '{"beta":true}', '{"a":"b"}', 'pending_deletion', 'active', 3, 1700000000123, 1700000000456, 1800000000000, 1700000000456);
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
INSERT INTO signing_keys (kid, algorithm, public_jwk, private_sealed, state, created_at_ms, retired_at_ms)
VALUES ('k1', 'EdDSA', '{"kty":"OKP"}', 'sealed', 'current', 1700000000123, NULL);
INSERT INTO events (org_id, sequence, id, type, api_version, occurred_at_ms, request_id, actor, object, changes)
VALUES ('org_1', 1, 'evt_1', 'organization.created', '1', 1700000000123, 'r-1', '{"id":"usr_1"}', '{"id":"org_1"}', NULL);
INSERT INTO audit_entries (org_id, sequence, id, occurred_at_ms, action, category, outcome, actor_type, actor_id, actor_role, targets, changes, request_id, auth_method, personal, salt, personal_commitment, hash, prev_hash)
VALUES ('org_1', 1, 'aud_1', 1700000000123, 'organization.create', 'organization', 'success', 'user', 'usr_1', 'owner', '[{"id":"org_1"}]', '[]', 'r-1', 'pwd', '{"ip":"192.0.2.1"}', 'dd', 'ab', 'aa', '');
INSERT INTO jobs (id, org_id, queue, unique_key, payload, state, attempts, max_attempts, run_at_ms, lease_token, last_error, progress, created_at_ms, ended_at_ms)
VALUES ('job_1', 'org_1', 'mail', NULL, '{"to":"b@example.org"}', 'ready', 1, 10, 1700000000123, NULL, 'Error: no', 0.5, 1700000000123, NULL);
INSERT INTO idempotency_keys (scope, fingerprint, org_id, result_sealed, created_at_ms, expires_at_ms) VALUES ('ee', 'ff', 'org_1', 'sealed', 1700000000123, 1700086400000);
INSERT INTO service_state (key, value, updated_at_ms) VALUES ('first-start', '{"done":true}', 1700000000123);
