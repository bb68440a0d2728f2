-- works with 0004_holidays
CREATE TABLE "series" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"rule" text NOT NULL,
	"starts_at" text NOT NULL,
	"timezone" text NOT NULL,
	"duration_minutes" integer NOT NULL,
	"ex_dates" jsonb NOT NULL,
	"r_dates" jsonb NOT NULL,
	"until" text,
	"join_code" text NOT NULL,
	"access" text NOT NULL,
	"options" jsonb NOT NULL,
	"participants" jsonb NOT NULL,
	"host_id" text NOT NULL,
	"previous_id" text,
	"join_code_hash" text,
	"join_code_sealed" text,
	"join_code_holder_id" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "series_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "series_join_code_known" CHECK ("series"."join_code" in ('shared', 'each')),
	CONSTRAINT "series_access_known" CHECK ("series"."access" in ('invited', 'workspace', 'link'))
);
--> statement-breakpoint
ALTER TABLE "removals" DROP CONSTRAINT "removals_kind_known";--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "series_id" text;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "occurrence" text;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "occurrence_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_by_id" ON "series" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "series_of_workspace" ON "series" USING btree ("org_id","workspace_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "series_join_code_unique" ON "series" USING btree ("org_id","join_code_hash") WHERE "series"."join_code_hash" is not null;--> statement-breakpoint
CREATE INDEX "series_by_code_holder" ON "series" USING btree ("org_id","join_code_holder_id","id") WHERE "series"."join_code_holder_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_occurrence_unique" ON "meetings" USING btree ("org_id","series_id","occurrence_at_ms") WHERE "meetings"."occurrence_at_ms" is not null and ("meetings"."changed" or "meetings"."state" <> 'cancelled');--> statement-breakpoint
CREATE INDEX "meetings_of_series" ON "meetings" USING btree ("org_id","series_id","occurrence_at_ms","id") WHERE "meetings"."occurrence_at_ms" is not null;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_kind_known" CHECK ("removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator', 'account', 'calendar_feed', 'chat_message', 'series'));