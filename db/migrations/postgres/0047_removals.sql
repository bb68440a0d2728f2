CREATE TABLE "removals" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "removals_kind_known" CHECK ("removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator'))
);
--> statement-breakpoint
CREATE INDEX "removals_by_time" ON "removals" USING btree ("at_ms","id");--> statement-breakpoint
CREATE INDEX "removals_by_organization" ON "removals" USING btree ("org_id") WHERE "removals"."org_id" is not null;