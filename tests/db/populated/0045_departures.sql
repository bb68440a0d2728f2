INSERT INTO departures (org_id, user_id, email_key, left_at_ms) VALUES ('org_1', 'usr_1', 'ada@populated.example.edu', 1);
INSERT INTO closed_accounts (user_id, email_key, closed_at_ms) VALUES ('usr_2', 'noah@populated.example.edu', 1);
