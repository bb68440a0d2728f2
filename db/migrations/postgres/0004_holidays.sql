-- works with 0003_rooms_and_branding
CREATE TABLE "holidays" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"entries" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "holidays_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;