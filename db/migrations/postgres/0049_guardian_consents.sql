CREATE TABLE "guardian_consents" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"guardian" text NOT NULL,
	"granted_day" text NOT NULL,
	"note" text,
	"recorded_by" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "guardian_consents_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "guardian_consents" ADD CONSTRAINT "guardian_consents_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardian_consents_of_person" ON "guardian_consents" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "privacy_erasures_held" ON "privacy_erasures" USING btree ("org_id","id") WHERE "privacy_erasures"."state" = 'completed' and "privacy_erasures"."email_key" is not null;