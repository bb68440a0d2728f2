-- One row in the table that 0015_workspaces adds.
INSERT INTO workspace_invitations (org_id, invitation_id, workspace_id, role, invited_by) VALUES ('org_1', 'inv_1', 'wsp_1', 'host', 'usr_1');
