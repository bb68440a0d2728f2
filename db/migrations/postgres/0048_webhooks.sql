CREATE TABLE "webhook_deliveries" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"sequence" bigint,
	"state" text NOT NULL,
	"attempts" jsonb NOT NULL,
	"attempt_count" integer NOT NULL,
	"tries" integer NOT NULL,
	"next_attempt_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	CONSTRAINT "webhook_deliveries_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "webhook_deliveries_state_known" CHECK ("webhook_deliveries"."state" in ('pending', 'held', 'succeeded', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"event_types" jsonb,
	"payload" text NOT NULL,
	"header_names" jsonb,
	"headers_sealed" text,
	"secret_sealed" text,
	"previous_secret_sealed" text,
	"previous_expires_at_ms" bigint,
	"disabled_reason" text,
	"disabled_at_ms" bigint,
	"replay_from" bigint,
	"replay_to" bigint,
	"created_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "webhooks_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "webhooks_disabled_reason_known" CHECK ("webhooks"."disabled_reason" in ('gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_follower_fk" FOREIGN KEY ("org_id","id") REFERENCES "public"."followers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event_unique" ON "webhook_deliveries" USING btree ("org_id","webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("org_id","webhook_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_state" ON "webhook_deliveries" USING btree ("org_id","webhook_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("org_id","webhook_id","next_attempt_at_ms","sequence") WHERE "webhook_deliveries"."next_attempt_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_in_time" ON "webhook_deliveries" USING btree ("created_at_ms");--> statement-breakpoint
CREATE INDEX "webhooks_by_age" ON "webhooks" USING btree ("org_id","created_at_ms","id");