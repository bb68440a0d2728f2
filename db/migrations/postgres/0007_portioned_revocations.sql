DROP INDEX "api_keys_by_maker";--> statement-breakpoint
DROP INDEX "invitations_by_inviter";--> statement-breakpoint
CREATE INDEX "api_keys_by_maker" ON "api_keys" USING btree ("org_id","created_by","id") WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX "invitations_by_inviter" ON "invitations" USING btree ("org_id","invited_by","role") WHERE "invitations"."state" = 'pending';