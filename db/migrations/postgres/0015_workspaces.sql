CREATE TABLE "workspace_invitations" (
	"org_id" text NOT NULL,
	"invitation_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	CONSTRAINT "workspace_invitations_org_id_invitation_id_workspace_id_pk" PRIMARY KEY("org_id","invitation_id","workspace_id")
);
--> statement-breakpoint
DROP INDEX "workspaces_by_age";--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "name_key" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_invitation_fk" FOREIGN KEY ("org_id","invitation_id") REFERENCES "public"."invitations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_invitations_of_workspace" ON "workspace_invitations" USING btree ("org_id","workspace_id","invitation_id");--> statement-breakpoint
CREATE INDEX "workspace_invitations_by_inviter" ON "workspace_invitations" USING btree ("org_id","invited_by","workspace_id");--> statement-breakpoint
CREATE INDEX "workspace_managers" ON "workspace_members" USING btree ("org_id","workspace_id","user_id") WHERE "workspace_members"."role" = 'manager';--> statement-breakpoint
CREATE INDEX "workspaces_by_name" ON "workspaces" USING btree ("org_id","visibility","archived","name_key","id");--> statement-breakpoint
CREATE INDEX "workspaces_by_kind" ON "workspaces" USING btree ("org_id","visibility","archived","kind","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "workspaces_by_kind_and_name" ON "workspaces" USING btree ("org_id","visibility","archived","kind","name_key","id");--> statement-breakpoint
CREATE INDEX "workspaces_by_age" ON "workspaces" USING btree ("org_id","visibility","archived","created_at_ms","id");