INSERT INTO noted_reads (org_id, id, noted_at_ms) VALUES ('org_1', 'a1', 1);
