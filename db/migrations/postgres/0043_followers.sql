CREATE TABLE "followers" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"position" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"is_parked" boolean NOT NULL,
	"failures" integer NOT NULL,
	"failing_since_ms" bigint,
	"due_at_ms" bigint,
	"lease_token" text,
	"leased_until_ms" bigint,
	CONSTRAINT "followers_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "followers_kind_known" CHECK ("followers"."kind" in ('webhook', 'audit_stream'))
);
--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "followers_due" ON "followers" USING btree ("due_at_ms") WHERE "followers"."due_at_ms" is not null;