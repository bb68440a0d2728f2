INSERT INTO followers (org_id, id, kind, position, is_active, is_parked, failures, failing_since_ms, due_at_ms, lease_token, leased_until_ms)
VALUES ('org_1', 'ast_1', 'audit_stream', 1, TRUE, FALSE, 0, NULL, NULL, NULL, NULL);
INSERT INTO audit_streams (org_id, id, name, type, url, host, port, ca_certificates, categories, secret_sealed, disabled_reason, disabled_at_ms, delivered_at_ms, failure, created_by, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'ast_1', 'SIEM', 'syslog', NULL, 'syslog.example.com', 6514, NULL, '["security"]', NULL, NULL, NULL, 1, NULL, 'usr_1', 1, 1, 1);
