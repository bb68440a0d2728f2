-- Rows in the tables that are new in 0003_rooms_and_branding.
INSERT INTO branding (org_id, id, display_name, color, sender_name, reply_to, logo_blob_id, logo_token, logo_width, logo_height, logo_size_bytes, version, created_at_ms, updated_at_ms)
VALUES ('org_1', 'brd_1', 'Valley', '#7a1fa2', 'Valley School', 'office@valley.example', 'blb_1', 'logotoken', 320, 96, 8412, 2, 1700000000123, 1700000000123);
