INSERT INTO followers (org_id, id, kind, position, is_active, is_parked, failures, failing_since_ms, due_at_ms, lease_token, leased_until_ms)
VALUES ('org_1', 'whk_1', 'webhook', 1, TRUE, FALSE, 0, NULL, NULL, NULL, NULL);
