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
ALTER TABLE "branding" ADD CONSTRAINT "branding_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branding" ADD CONSTRAINT "branding_logo_fk" FOREIGN KEY ("org_id","logo_blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "branding_of_blob" ON "branding" USING btree ("org_id","logo_blob_id") WHERE "branding"."logo_blob_id" is not null;