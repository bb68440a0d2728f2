CREATE INDEX "meetings_by_id" ON "meetings" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "processing_jobs_by_id" ON "processing_jobs" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "recordings_by_id" ON "recordings" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "transcripts_by_id" ON "transcripts" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "uploads_by_id" ON "uploads" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "workspaces_by_id" ON "workspaces" USING btree ("id","org_id");