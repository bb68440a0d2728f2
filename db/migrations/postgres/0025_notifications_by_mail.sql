DROP INDEX "notifications_by_age";--> statement-breakpoint
DROP INDEX "notifications_unread";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "hidden_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "notifications_by_age" ON "notifications" USING btree ("org_id","user_id","created_at_ms","id") WHERE "notifications"."hidden_at_ms" is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("org_id","user_id","created_at_ms","id") WHERE "notifications"."read_at_ms" is null and "notifications"."hidden_at_ms" is null;