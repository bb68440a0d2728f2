INSERT INTO integrations (org_id, id, type, name, issuer, client_id, deployment_ids, authorization_endpoint, jwks_uri, state, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'int_1', 'lti', 'Moodle', 'https://moodle.example.edu', 'parley', '["1"]', 'https://moodle.example.edu/mod/lti/auth.php', 'https://moodle.example.edu/mod/lti/certs.php', 'active', 1, 1, 1);
