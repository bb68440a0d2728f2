INSERT INTO audit_keys (kid, public_key, private_sealed, created_at_ms) VALUES ('kid_1', 'x', 'v1.sealed', 1);
INSERT INTO audit_checkpoints (org_id, sequence, hash, signed_at_ms, previous, key_id, signature) VALUES ('org_1', 1, 'h', 1, NULL, 'kid_1', 's');
