ALTER TABLE "blobs" ADD COLUMN "purge_run_id" text;--> statement-breakpoint
CREATE INDEX "blobs_purged" ON "blobs" USING btree ("org_id","purge_run_id") WHERE "blobs"."purge_run_id" is not null;