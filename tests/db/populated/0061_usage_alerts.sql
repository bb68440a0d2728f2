INSERT INTO usage_alerts (org_id, meter, period_start_ms, threshold, "limit") VALUES ('org_1', 'summaries', 1698796800000, 80, 100);
