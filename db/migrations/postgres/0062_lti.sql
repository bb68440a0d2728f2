CREATE TABLE "integrations" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"deployment_ids" jsonb NOT NULL,
	"authorization_endpoint" text NOT NULL,
	"jwks_uri" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "integrations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "integrations_type_known" CHECK ("integrations"."type" in ('lti')),
	CONSTRAINT "integrations_state_known" CHECK ("integrations"."state" in ('active', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "challenges" DROP CONSTRAINT "challenges_kind_known";--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integrations_by_age" ON "integrations" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "integrations_by_id" ON "integrations" USING btree ("id","org_id");--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_kind_known" CHECK ("challenges"."kind" in ('mfa', 'passkey_register', 'passkey_login', 'oidc', 'lti'));