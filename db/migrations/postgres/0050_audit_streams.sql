CREATE TABLE "audit_streams" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"url" text,
	"host" text,
	"port" integer,
	"ca_certificates" text,
	"categories" jsonb,
	"secret_sealed" text,
	"disabled_reason" text,
	"disabled_at_ms" bigint,
	"delivered_at_ms" bigint,
	"failure" text,
	"created_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "audit_streams_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "audit_streams_type_known" CHECK ("audit_streams"."type" in ('webhook', 'syslog')),
	CONSTRAINT "audit_streams_disabled_reason_known" CHECK ("audit_streams"."disabled_reason" in ('gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "audit_streams" ADD CONSTRAINT "audit_streams_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_streams" ADD CONSTRAINT "audit_streams_follower_fk" FOREIGN KEY ("org_id","id") REFERENCES "public"."followers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_streams_by_age" ON "audit_streams" USING btree ("org_id","created_at_ms","id");