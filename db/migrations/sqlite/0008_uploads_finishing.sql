-- works with 0007_known_tracks
CREATE INDEX `uploads_finishing` ON `uploads` (`org_id`) WHERE "uploads"."state" = 'finishing';