ALTER TABLE "participants" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "invite_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "participants_email_unique" ON "participants" USING btree ("org_id","meeting_id","email_key") WHERE "participants"."email_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "participants_invite_unique" ON "participants" USING btree ("org_id","invite_hash") WHERE "participants"."invite_hash" is not null;--> statement-breakpoint
CREATE INDEX "participants_by_state" ON "participants" USING btree ("org_id","meeting_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "participants_of_email" ON "participants" USING btree ("email_key","org_id","id") WHERE "participants"."email_key" is not null;