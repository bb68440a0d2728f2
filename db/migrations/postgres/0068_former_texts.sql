CREATE TABLE "former_texts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"former" jsonb NOT NULL,
	"replaced_by" text NOT NULL,
	"replaced_at_ms" bigint NOT NULL,
	CONSTRAINT "former_texts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "former_texts_object_type_known" CHECK ("former_texts"."object_type" in ('meeting', 'participant', 'speaker', 'segment', 'translation', 'summary', 'action_item'))
);
--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_texts_by_age" ON "former_texts" USING btree ("org_id","replaced_at_ms","id","meeting_id");--> statement-breakpoint
CREATE INDEX "former_texts_of_meeting" ON "former_texts" USING btree ("org_id","meeting_id","replaced_at_ms","id");