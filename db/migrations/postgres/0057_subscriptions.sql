CREATE TABLE "subscriptions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_code" text NOT NULL,
	"state" text NOT NULL,
	"interval" text NOT NULL,
	"seats" integer NOT NULL,
	"currency" text NOT NULL,
	"price" jsonb NOT NULL,
	"timezone" text NOT NULL,
	"anchor_ms" bigint NOT NULL,
	"period_index" integer NOT NULL,
	"current_period_start_ms" bigint NOT NULL,
	"current_period_end_ms" bigint NOT NULL,
	"segments" jsonb NOT NULL,
	"charged_minor" bigint NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"pending_change" jsonb,
	"trial_started_at_ms" bigint,
	"trial_ends_at_ms" bigint,
	"trial_outcome" text,
	"pauses_at_ms" bigint,
	"canceled_at_ms" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "subscriptions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "subscriptions_state_known" CHECK ("subscriptions"."state" in ('trialing', 'active', 'past_due', 'paused', 'canceled')),
	CONSTRAINT "subscriptions_interval_known" CHECK ("subscriptions"."interval" in ('month', 'year'))
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_once" ON "subscriptions" USING btree ("org_id");