-- works with 0007_known_tracks
CREATE INDEX "uploads_finishing" ON "uploads" USING btree ("org_id") WHERE "uploads"."state" = 'finishing';