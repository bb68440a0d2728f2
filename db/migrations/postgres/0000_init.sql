CREATE TABLE "audit_entries" (
	"org_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"id" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	"action" text NOT NULL,
	"category" text NOT NULL,
	"outcome" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_role" text,
	"targets" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"auth_method" text,
	"personal" jsonb,
	"salt" text,
	"personal_commitment" text NOT NULL,
	"hash" text NOT NULL,
	"prev_hash" text NOT NULL,
	CONSTRAINT "audit_entries_org_id_sequence_pk" PRIMARY KEY("org_id","sequence"),
	CONSTRAINT "audit_entries_outcome_known" CHECK ("audit_entries"."outcome" in ('success', 'denied', 'failure'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"org_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"api_version" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	"request_id" text NOT NULL,
	"actor" jsonb NOT NULL,
	"object" jsonb NOT NULL,
	"changes" jsonb,
	CONSTRAINT "events_org_id_sequence_pk" PRIMARY KEY("org_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"org_id" text,
	"result_sealed" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"state" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"accepted_at_ms" bigint,
	"accepted_by" text,
	CONSTRAINT "invitations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "invitations_state_known" CHECK ("invitations"."state" in ('pending', 'accepted', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text,
	"queue" text NOT NULL,
	"unique_key" text,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"run_at_ms" bigint NOT NULL,
	"lease_token" text,
	"last_error" text,
	"progress" double precision,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	CONSTRAINT "jobs_state_known" CHECK ("jobs"."state" in ('ready', 'done', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "memberships_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organization_blocks" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"authority" text NOT NULL,
	"reason_code" text NOT NULL,
	"reason" text,
	"expires_at_ms" bigint,
	"live_meetings" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "organization_blocks_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "organization_blocks_authority_known" CHECK ("organization_blocks"."authority" in ('system', 'billing', 'security', 'owner')),
	CONSTRAINT "organization_blocks_live_meetings_known" CHECK ("organization_blocks"."live_meetings" in ('drain', 'end'))
);
--> statement-breakpoint
CREATE TABLE "organization_ledgers" (
	"org_id" text PRIMARY KEY NOT NULL,
	"event_sequence" bigint NOT NULL,
	"audit_sequence" bigint NOT NULL,
	"audit_head" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"slug" text NOT NULL,
	"external_id" text,
	"org_type" text NOT NULL,
	"billing_account_id" text,
	"settings" jsonb NOT NULL,
	"retention_policy" jsonb NOT NULL,
	"allowed_domains" jsonb NOT NULL,
	"feature_flags" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"state" text NOT NULL,
	"state_before_deletion" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"purge_at_ms" bigint,
	"deleted_at_ms" bigint,
	CONSTRAINT "organizations_state_known" CHECK ("organizations"."state" in ('active', 'suspended', 'pending_deletion', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "service_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"org_id" text,
	"refresh_hash" text,
	"device" jsonb,
	"ip" text,
	"user_agent" text,
	"auth_methods" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"last_seen_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"idle_expires_at_ms" bigint NOT NULL,
	"revoked_at_ms" bigint,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"algorithm" text NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_sealed" text NOT NULL,
	"state" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"retired_at_ms" bigint,
	CONSTRAINT "signing_keys_state_known" CHECK ("signing_keys"."state" in ('next', 'current', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "user_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified_at_ms" bigint,
	"name" text NOT NULL,
	"password_hash" text,
	"system_admin" boolean NOT NULL,
	"state" text NOT NULL,
	"locale" text,
	"timezone" text,
	"avatar_url" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "users_state_known" CHECK ("users"."state" in ('active', 'disabled', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_blocks" ADD CONSTRAINT "organization_blocks_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_id_unique" ON "audit_entries" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("org_id","occurred_at_ms");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("org_id","action","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_by_actor" ON "audit_entries" USING btree ("org_id","actor_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "events_id_unique" ON "events" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("org_id","type","sequence");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_end" ON "idempotency_keys" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_unique" ON "invitations" USING btree ("org_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending_unique" ON "invitations" USING btree ("org_id","email_key") WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_by_age" ON "invitations" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "jobs_claim" ON "jobs" USING btree ("queue","run_at_ms") WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key_unique" ON "jobs" USING btree ("queue","unique_key") WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("ended_at_ms");--> statement-breakpoint
CREATE INDEX "memberships_by_age" ON "memberships" USING btree ("org_id","joined_at_ms","user_id");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_blocks_authority_unique" ON "organization_blocks" USING btree ("org_id","authority");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_slug_unique" ON "organizations" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_external_id_unique" ON "organizations" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "organizations_by_age" ON "organizations" USING btree ("created_at_ms","id");--> statement-breakpoint
CREATE INDEX "organizations_by_name" ON "organizations" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "organizations_by_state" ON "organizations" USING btree ("state","created_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_hash_unique" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_identities_by_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key_unique" ON "users" USING btree ("email_key");