ALTER TABLE "speakers" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "deleted_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "segments_of_speaker" ON "segments" USING btree ("org_id","transcript_id","speaker_id","start_ms","seq") WHERE "segments"."speaker_id" is not null;