-- works with 0006_member_last_seen
ALTER TABLE "uploads" ADD COLUMN "track_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_track_unique" ON "uploads" USING btree ("org_id","participant_id","created_by","track_id") WHERE "uploads"."track_id" is not null and "uploads"."state" in ('open', 'finishing', 'finished');