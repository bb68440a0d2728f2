CREATE TABLE "domain_leavers" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"left_at_ms" bigint NOT NULL,
	CONSTRAINT "domain_leavers_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organization_domains" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"state" text NOT NULL,
	"enrollment_mode" text NOT NULL,
	"default_role" text NOT NULL,
	"include_subdomains" boolean NOT NULL,
	"challenge_token" text NOT NULL,
	"claimed_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint,
	"attempts" integer NOT NULL,
	"last_checked_at_ms" bigint,
	"last_error" text,
	"next_check_at_ms" bigint,
	"misses" integer NOT NULL,
	"proved_at_ms" bigint,
	"verified_at_ms" bigint,
	"proof" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "organization_domains_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "organization_domains_state_known" CHECK ("organization_domains"."state" in ('unverified', 'pending', 'verified', 'failed', 'lapsed', 'conflict')),
	CONSTRAINT "organization_domains_enrollment_mode_known" CHECK ("organization_domains"."enrollment_mode" in ('none', 'suggest', 'request', 'invite', 'auto_join')),
	CONSTRAINT "organization_domains_last_error_known" CHECK ("organization_domains"."last_error" in ('record_not_found', 'resolver_failed', 'claimed')),
	CONSTRAINT "organization_domains_proof_known" CHECK ("organization_domains"."proof" in ('dns_txt', 'manual'))
);
--> statement-breakpoint
ALTER TABLE "domain_leavers" ADD CONSTRAINT "domain_leavers_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_domains" ADD CONSTRAINT "organization_domains_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_leavers_by_person" ON "domain_leavers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_domains_held_once" ON "organization_domains" USING btree ("id") WHERE "organization_domains"."state" = 'verified';--> statement-breakpoint
CREATE INDEX "organization_domains_by_domain" ON "organization_domains" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "organization_domains_by_age" ON "organization_domains" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "organization_domains_by_check" ON "organization_domains" USING btree ("org_id","next_check_at_ms") WHERE "organization_domains"."next_check_at_ms" is not null;--> statement-breakpoint
INSERT INTO "organization_domains" ("org_id", "id", "state", "enrollment_mode", "default_role", "include_subdomains", "challenge_token", "claimed_at_ms", "attempts", "misses", "version", "created_at_ms", "updated_at_ms")
	SELECT o."id", d.value, 'unverified', 'none', 'member', false, replace(gen_random_uuid()::text, '-', ''), o."updated_at_ms", 0, 0, 1, o."updated_at_ms", o."updated_at_ms"
	FROM "organizations" o, jsonb_array_elements_text(o."allowed_domains") d(value) WHERE o."state" <> 'deleted';
