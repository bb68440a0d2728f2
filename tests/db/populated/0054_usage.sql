INSERT INTO usage_records (org_id, meter, subject, quantity, occurred_at_ms, workspace_id, user_id) VALUES ('org_1', 'meetingMs', 'meeting:mtg_1', 60000, 1700003600123, 'wsp_1', 'usr_1');
INSERT INTO usage_shares (org_id, meter, kind, start_ms, group_id, quantity) VALUES ('org_1', 'meetingMs', 'user', 1699920000000, 'usr_1', 60000);
