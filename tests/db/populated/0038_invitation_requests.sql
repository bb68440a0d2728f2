INSERT INTO invitations (org_id, id, email, email_key, role, token_hash, mailed, state, invited_by, created_at_ms, expires_at_ms)
	VALUES ('org_1', 'inv_requested', 'asks@example.edu', 'asks@example.edu', 'member', 'requested', false, 'requested', 'usr_1', 1, 2);
