DROP INDEX "jobs_scheduled";--> statement-breakpoint
DROP INDEX "jobs_ended";--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("scheduled_at_ms") WHERE "jobs"."ended_at_ms" is null;--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("ended_at_ms") WHERE "jobs"."ended_at_ms" is not null;