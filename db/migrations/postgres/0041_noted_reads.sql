CREATE TABLE "noted_reads" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"noted_at_ms" bigint NOT NULL,
	CONSTRAINT "noted_reads_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "noted_reads" ADD CONSTRAINT "noted_reads_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "noted_reads_by_age" ON "noted_reads" USING btree ("noted_at_ms");