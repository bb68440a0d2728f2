DROP INDEX "audit_entries_by_time";--> statement-breakpoint
DROP INDEX "audit_entries_by_action";--> statement-breakpoint
DROP INDEX "events_by_type";--> statement-breakpoint
DROP INDEX "api_keys_by_maker";--> statement-breakpoint
DROP INDEX "api_keys_by_age";--> statement-breakpoint
DROP INDEX "audit_entries_by_actor";--> statement-breakpoint
DROP INDEX "invitations_by_inviter";--> statement-breakpoint
DROP INDEX "invitations_by_email";--> statement-breakpoint
DROP INDEX "memberships_by_user";--> statement-breakpoint
DROP INDEX "organizations_by_age";--> statement-breakpoint
DROP INDEX "organizations_by_name";--> statement-breakpoint
DROP INDEX "organizations_by_state";--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_previous_hash_unique" ON "api_keys" USING btree ("org_id","previous_hash");--> statement-breakpoint
CREATE INDEX "api_keys_by_maker_state" ON "api_keys" USING btree ("org_id","maker_state","created_at_ms","id") WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX "challenges_by_user" ON "challenges" USING btree ("user_id") WHERE "challenges"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "challenges_anonymous" ON "challenges" USING btree ("kind","created_at_ms") WHERE "challenges"."user_id" is null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_organization" ON "idempotency_keys" USING btree ("org_id") WHERE "idempotency_keys"."org_id" is not null;--> statement-breakpoint
CREATE INDEX "invitations_by_state" ON "invitations" USING btree ("org_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "invitations_by_acceptor" ON "invitations" USING btree ("accepted_by") WHERE "invitations"."accepted_by" is not null;--> statement-breakpoint
CREATE INDEX "jobs_by_organization" ON "jobs" USING btree ("org_id") WHERE "jobs"."org_id" is not null;--> statement-breakpoint
CREATE INDEX "known_devices_by_last_use" ON "known_devices" USING btree ("last_seen_at_ms");--> statement-breakpoint
CREATE INDEX "memberships_by_role" ON "memberships" USING btree ("org_id","role","joined_at_ms","user_id");--> statement-breakpoint
CREATE INDEX "organizations_by_type" ON "organizations" USING btree ("org_type","created_at_ms","id") WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_by_type_and_name" ON "organizations" USING btree ("org_type","name_key","id") WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_by_state_and_name" ON "organizations" USING btree ("state","name_key","id") WHERE "organizations"."state" <> 'active';--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("user_id","created_at_ms","id") WHERE "sessions"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX "sessions_by_organization" ON "sessions" USING btree ("org_id") WHERE "sessions"."org_id" is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "sessions_by_revocation" ON "sessions" USING btree ("revoked_at_ms") WHERE "sessions"."revoked_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "users_system_admins" ON "users" USING btree ("id") WHERE "users"."system_admin";--> statement-breakpoint
CREATE INDEX "api_keys_by_maker" ON "api_keys" USING btree ("org_id","created_by") WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX "api_keys_by_age" ON "api_keys" USING btree ("org_id","created_at_ms","id") WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX "audit_entries_by_actor" ON "audit_entries" USING btree ("actor_id","org_id","sequence");--> statement-breakpoint
CREATE INDEX "invitations_by_inviter" ON "invitations" USING btree ("org_id","invited_by") WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_by_email" ON "invitations" USING btree ("email_key","state");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id","joined_at_ms","org_id");--> statement-breakpoint
CREATE INDEX "organizations_by_age" ON "organizations" USING btree ("created_at_ms","id") WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_by_name" ON "organizations" USING btree ("name_key","id") WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_by_state" ON "organizations" USING btree ("state","created_at_ms","id") WHERE "organizations"."state" <> 'active';