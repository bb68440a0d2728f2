-- works with 0002_caption_links
CREATE TABLE "branding" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"display_name" text,
	"color" text,
	"sender_name" text,
	"reply_to" text,
	"logo_blob_id" text,
	"logo_token" text,
	"logo_width" integer,
	"logo_height" integer,
	"logo_size_bytes" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "branding_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "recording" jsonb;--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD COLUMN "participant_id" text;--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD COLUMN "capture_id" text;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "participant_id" text;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "capture_id" text;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "started_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "capture_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "length_deferred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "participant_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "capture_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "started_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "branding" ADD CONSTRAINT "branding_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branding" ADD CONSTRAINT "branding_logo_fk" FOREIGN KEY ("org_id","logo_blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "branding_of_blob" ON "branding" USING btree ("org_id","logo_blob_id") WHERE "branding"."logo_blob_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transcripts_capture_unique" ON "transcripts" USING btree ("org_id","meeting_id","capture_id") WHERE "transcripts"."capture_id" is not null and "transcripts"."deleted_at_ms" is null and "transcripts"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "uploads_of_participant" ON "uploads" USING btree ("org_id","participant_id") WHERE "uploads"."participant_id" is not null;