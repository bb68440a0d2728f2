INSERT INTO organization_domains (org_id, id, state, enrollment_mode, default_role, include_subdomains, challenge_token, claimed_at_ms, attempts, misses, version, created_at_ms, updated_at_ms)
	VALUES ('org_1', 'populated.example.edu', 'pending', 'none', 'member', false, '0123456789abcdef', 1, 0, 0, 1, 1, 1);
INSERT INTO domain_leavers (org_id, user_id, left_at_ms) VALUES ('org_1', 'usr_1', 1);
