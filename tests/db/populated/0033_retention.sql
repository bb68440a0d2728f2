INSERT INTO retention_changes (org_id, id, previous, changed_at_ms, purges_from_ms)
VALUES ('org_1', 'rch_1', '{"recordings":"90d"}', 1, 2);
INSERT INTO retention_previews (org_id, id, policy, created_at_ms, expires_at_ms)
VALUES ('org_1', 'rpv_1', '{"recordings":"90d"}', 1, 2);
INSERT INTO retention_runs (org_id, id, trigger, dry_run, state, purged, version, created_at_ms)
VALUES ('org_1', 'run_1', 'schedule', FALSE, 'queued', '{}', 1, 1);
