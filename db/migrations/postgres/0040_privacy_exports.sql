CREATE TABLE "privacy_exports" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text,
	"email_key" text,
	"state" text NOT NULL,
	"progress" double precision NOT NULL,
	"blob_id" text,
	"size_bytes" bigint,
	"sha256" text,
	"failure" text,
	"requested_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	"expires_at_ms" bigint,
	CONSTRAINT "privacy_exports_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "privacy_exports_subject_known" CHECK ("privacy_exports"."subject" in ('person', 'organization')),
	CONSTRAINT "privacy_exports_state_known" CHECK ("privacy_exports"."state" in ('queued', 'running', 'ready', 'failed', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "privacy_exports" ADD CONSTRAINT "privacy_exports_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_exports" ADD CONSTRAINT "privacy_exports_blob_fk" FOREIGN KEY ("org_id","blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "privacy_exports_by_age" ON "privacy_exports" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "privacy_exports_expiring" ON "privacy_exports" USING btree ("expires_at_ms","org_id","id") WHERE "privacy_exports"."state" = 'ready';--> statement-breakpoint
CREATE INDEX "privacy_exports_of_user" ON "privacy_exports" USING btree ("user_id","org_id") WHERE "privacy_exports"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "privacy_exports_of_email" ON "privacy_exports" USING btree ("email_key","org_id") WHERE "privacy_exports"."email_key" is not null;