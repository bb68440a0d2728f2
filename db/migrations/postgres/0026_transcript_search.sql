CREATE TABLE "transcript_indexes" (
	"org_id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at_ms" bigint NOT NULL,
	"removed" boolean NOT NULL,
	CONSTRAINT "transcript_indexes_org_id_transcript_id_pk" PRIMARY KEY("org_id","transcript_id")
);
--> statement-breakpoint
CREATE TABLE "unindexed_segments" (
	"org_id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL,
	"due_at_ms" bigint NOT NULL,
	CONSTRAINT "unindexed_segments_org_id_transcript_id_from_ms_pk" PRIMARY KEY("org_id","transcript_id","from_ms")
);
--> statement-breakpoint
ALTER TABLE "transcript_indexes" ADD CONSTRAINT "transcript_indexes_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unindexed_segments" ADD CONSTRAINT "unindexed_segments_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transcript_indexes_number_unique" ON "transcript_indexes" USING btree ("number");--> statement-breakpoint
CREATE INDEX "transcript_indexes_of_meeting" ON "transcript_indexes" USING btree ("org_id","meeting_id","number");--> statement-breakpoint
CREATE INDEX "transcript_indexes_removed" ON "transcript_indexes" USING btree ("number") WHERE "transcript_indexes"."removed";--> statement-breakpoint
CREATE INDEX "unindexed_segments_by_turn" ON "unindexed_segments" USING btree ("due_at_ms","org_id","transcript_id","from_ms");
--> statement-breakpoint
-- The words of segments: tokens of db/word-index with their positions. Of one tenant in the order of their documents, and all by their tokens.
CREATE TABLE "transcript_words" (
	"tenant" bigint NOT NULL,
	"document" bigint NOT NULL,
	"words" tsvector NOT NULL,
	CONSTRAINT "transcript_words_pk" PRIMARY KEY ("tenant", "document")
);
--> statement-breakpoint
CREATE INDEX "transcript_words_by_word" ON "transcript_words" USING gin ("words") WITH (gin_pending_list_limit = 512);
--> statement-breakpoint
-- Transcripts older than the index are indexed in the background, after those that are written now.
INSERT INTO "unindexed_segments" ("org_id", "transcript_id", "from_ms", "to_ms", "due_at_ms")
SELECT "org_id", "id", 0, 9007199254740991, 9000000000000000 FROM "transcripts" WHERE "deleted_at_ms" IS NULL AND "state" <> 'failed';
