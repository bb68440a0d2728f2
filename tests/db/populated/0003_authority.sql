-- One row in every table that 0003_authority adds, in SQL both engines read. Later migrations are tried on it.
INSERT INTO failed_sign_ins (id, user_id, ip, user_agent, request_id, reason, occurred_at_ms)
VALUES ('fsi_1', 'usr_1', '203.0.113.7', 'curl', '01930000-0000-7000-8000-000000000001', 'invalid_credentials', 1700000000123);
