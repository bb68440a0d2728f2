-- One row in every table that 0001_auth adds, in SQL both engines read. Later migrations are tried on it.
INSERT INTO one_time_tokens (token_hash, purpose, user_id, email, created_at_ms, expires_at_ms, used_at_ms)
VALUES ('ott', 'reset_password', 'usr_1', 'ada@example.org', 1700000000123, 1700000900123, NULL);
INSERT INTO totp_secrets (user_id, secret_sealed, confirmed_at_ms, last_step, created_at_ms) VALUES ('usr_1', 'sealed', 1700000000123, 56666666, 1700000000123);
INSERT INTO recovery_codes (user_id, code_hash, used_at_ms) VALUES ('usr_1', 'code', NULL);
INSERT INTO challenges (token_hash, kind, user_id, payload_sealed, attempts, created_at_ms, expires_at_ms)
VALUES ('challenge', 'mfa', 'usr_1', 'sealed', 1, 1700000000123, 1700000300123);
INSERT INTO known_devices (user_id, device_hash, last_seen_at_ms) VALUES ('usr_1', 'device', 1700000000123);
INSERT INTO spent_refresh_tokens (token_hash, session_id, spent_at_ms, successor_sealed) VALUES ('spent', 'ses_1', 1700000000123, 'sealed');
INSERT INTO api_keys (org_id, id, name, key_hash, hint, previous_hash, previous_expires_at_ms, scopes, allowed_ips, created_by, expires_at_ms, last_used_at_ms, revoked_at_ms, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'key_1', 'CI', 'keyhash', '…abcd', NULL, NULL, '["org:read"]', '["10.0.0.0/8"]', 'usr_1', NULL, NULL, NULL, 1, 1700000000123, 1700000000123);
INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, multi_device, backed_up, created_at_ms, last_used_at_ms)
VALUES ('pk_1', 'usr_1', 'Phone', 'AQID', 7, '["internal"]', true, true, 1700000000123, NULL);
