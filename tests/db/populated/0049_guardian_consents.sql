INSERT INTO guardian_consents (org_id, user_id, guardian, granted_day, recorded_by, version, updated_at_ms) VALUES ('org_1', 'usr_1', 'Chidi Okafor, father', '2025-09-01', 'usr_2', 1, 1);
