-- works with 0002_caption_links
ALTER TABLE "recordings" ADD COLUMN "participant_id" text;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "capture_id" text;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "started_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "length_deferred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "participant_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "capture_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "started_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "uploads_of_participant" ON "uploads" USING btree ("org_id","participant_id") WHERE "uploads"."participant_id" is not null;