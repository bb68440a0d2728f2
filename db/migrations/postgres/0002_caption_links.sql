-- works with 0001_keys_with_indexes
CREATE TABLE "caption_links" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"identity" text,
	"expires_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "caption_links_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "caption_links" ADD CONSTRAINT "caption_links_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_links" ADD CONSTRAINT "caption_links_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "caption_links_meeting_unique" ON "caption_links" USING btree ("org_id","meeting_id");