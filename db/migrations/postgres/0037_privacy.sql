CREATE TABLE "privacy_erasures" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"email_key" text,
	"state" text NOT NULL,
	"reason" text,
	"erased" jsonb NOT NULL,
	"held_meetings" integer,
	"requested_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"completed_at_ms" bigint,
	CONSTRAINT "privacy_erasures_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "privacy_erasures_state_known" CHECK ("privacy_erasures"."state" in ('queued', 'running', 'completed'))
);
--> statement-breakpoint
ALTER TABLE "privacy_erasures" ADD CONSTRAINT "privacy_erasures_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "privacy_erasures_by_age" ON "privacy_erasures" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "privacy_erasures_unfinished" ON "privacy_erasures" USING btree ("org_id","user_id") WHERE "privacy_erasures"."state" <> 'completed';