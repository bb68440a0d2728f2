INSERT INTO webhooks (org_id, id, url, description, event_types, payload, header_names, headers_sealed, secret_sealed, previous_secret_sealed, previous_expires_at_ms, disabled_reason, disabled_at_ms, replay_from, replay_to, created_by, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'whk_1', 'https://hooks.example.com/', NULL, NULL, 'full', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'usr_1', 1, 1, 1);
INSERT INTO webhook_deliveries (org_id, id, webhook_id, event_id, event_type, sequence, state, attempts, attempt_count, tries, next_attempt_at_ms, created_at_ms, ended_at_ms)
VALUES ('org_1', 'dlv_1', 'whk_1', 'evt_1', 'org.created', 1, 'succeeded', '[]', 1, 1, NULL, 1, 1);
