CREATE TABLE "retention_changes" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"previous" jsonb NOT NULL,
	"changed_at_ms" bigint NOT NULL,
	"purges_from_ms" bigint NOT NULL,
	CONSTRAINT "retention_changes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_previews" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"policy" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "retention_previews_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"trigger" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"state" text NOT NULL,
	"policy" jsonb,
	"purged" jsonb NOT NULL,
	"failure" jsonb,
	"requested_by" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	CONSTRAINT "retention_runs_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "retention_runs_trigger_known" CHECK ("retention_runs"."trigger" in ('schedule', 'request')),
	CONSTRAINT "retention_runs_state_known" CHECK ("retention_runs"."state" in ('queued', 'running', 'completed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "retention_changes" ADD CONSTRAINT "retention_changes_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_previews" ADD CONSTRAINT "retention_previews_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retention_changes_in_force" ON "retention_changes" USING btree ("org_id","purges_from_ms","id");--> statement-breakpoint
CREATE INDEX "retention_changes_ended" ON "retention_changes" USING btree ("purges_from_ms");--> statement-breakpoint
CREATE INDEX "retention_previews_expired" ON "retention_previews" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "retention_runs_by_age" ON "retention_runs" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "retention_runs_unfinished_unique" ON "retention_runs" USING btree ("org_id","dry_run") WHERE "retention_runs"."state" in ('queued', 'running');