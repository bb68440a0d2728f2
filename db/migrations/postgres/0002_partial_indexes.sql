DROP INDEX "organizations_external_id_unique";--> statement-breakpoint
DROP INDEX "organizations_by_state";--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_external_id_unique" ON "organizations" USING btree ("external_id") WHERE "organizations"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "organizations_by_state" ON "organizations" USING btree ("state","created_at_ms") WHERE "organizations"."state" <> 'active';