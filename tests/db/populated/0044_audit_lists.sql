INSERT INTO audit_targets (org_id, target_id, occurred_at_ms, sequence) VALUES ('org_1', 'usr_9', 9, 9);
