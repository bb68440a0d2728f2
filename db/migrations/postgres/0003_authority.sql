CREATE TABLE "failed_sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"ip" text,
	"user_agent" text,
	"request_id" text NOT NULL,
	"reason" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "maker_state" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deletion_authority" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "failed_sign_ins_by_user" ON "failed_sign_ins" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "failed_sign_ins_by_time" ON "failed_sign_ins" USING btree ("occurred_at_ms");--> statement-breakpoint
CREATE INDEX "api_keys_by_maker" ON "api_keys" USING btree ("org_id","created_by");--> statement-breakpoint
CREATE INDEX "invitations_by_inviter" ON "invitations" USING btree ("org_id","invited_by");