-- works with 0000_init
DROP INDEX "artifacts_of_blob";--> statement-breakpoint
DROP INDEX "meetings_of_workspace";--> statement-breakpoint
DROP INDEX "workspace_invitations_of_workspace";--> statement-breakpoint
DROP INDEX "workspace_members_by_user";--> statement-breakpoint
CREATE INDEX "privacy_exports_of_blob" ON "privacy_exports" USING btree ("org_id","blob_id") WHERE "privacy_exports"."blob_id" is not null;--> statement-breakpoint
CREATE INDEX "recordings_of_blob" ON "recordings" USING btree ("org_id","blob_id");--> statement-breakpoint
CREATE INDEX "artifacts_of_blob" ON "artifacts" USING btree ("org_id","blob_id","deleted_at_ms") WHERE "artifacts"."blob_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_of_workspace" ON "meetings" USING btree ("org_id","workspace_id","starts_at_ms","id","deleted_at_ms");--> statement-breakpoint
CREATE INDEX "workspace_invitations_of_workspace" ON "workspace_invitations" USING btree ("org_id","workspace_id","invitation_id","role","invited_by");--> statement-breakpoint
CREATE INDEX "workspace_members_by_user" ON "workspace_members" USING btree ("org_id","user_id","workspace_id","role","joined_at_ms","updated_at_ms","version");