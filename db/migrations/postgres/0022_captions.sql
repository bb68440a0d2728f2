CREATE TABLE "caption_addresses" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "caption_addresses_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "live_tracks" ADD COLUMN "end_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_tracks" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_tracks" ADD COLUMN "publishing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "caption_addresses" ADD CONSTRAINT "caption_addresses_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_addresses" ADD CONSTRAINT "caption_addresses_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "caption_addresses_meeting_unique" ON "caption_addresses" USING btree ("org_id","meeting_id");--> statement-breakpoint
ALTER TABLE "live_tracks" DROP COLUMN "start_ms";--> statement-breakpoint
ALTER TABLE "live_tracks" DROP COLUMN "started";