CREATE TABLE "closed_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"email_key" text NOT NULL,
	"closed_at_ms" bigint NOT NULL,
	"is_erased" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "departures" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"email_key" text NOT NULL,
	"left_at_ms" bigint NOT NULL,
	"purge_started_at_ms" bigint,
	CONSTRAINT "departures_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closed_accounts_by_age" ON "closed_accounts" USING btree ("closed_at_ms","user_id");--> statement-breakpoint
CREATE INDEX "departures_by_age" ON "departures" USING btree ("org_id","left_at_ms","user_id") WHERE "departures"."purge_started_at_ms" is null;--> statement-breakpoint
CREATE INDEX "departures_purging" ON "departures" USING btree ("org_id","user_id") WHERE "departures"."purge_started_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "departures_by_person" ON "departures" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "legal_holds_on_person" ON "legal_holds" USING btree ("user_id","org_id") WHERE "legal_holds"."state" = 'active' and "legal_holds"."user_id" is not null;
--> statement-breakpoint
-- Who had left before this was recorded: what is theirs is purged with the next sweep after its period.
INSERT INTO departures (org_id, user_id, email_key, left_at_ms)
SELECT domain_leavers.org_id, domain_leavers.user_id, users.email_key, domain_leavers.left_at_ms
FROM domain_leavers
JOIN users ON users.id = domain_leavers.user_id
WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.org_id = domain_leavers.org_id AND memberships.user_id = domain_leavers.user_id)
ON CONFLICT DO NOTHING;
