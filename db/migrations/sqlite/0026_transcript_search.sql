CREATE TABLE `transcript_indexes` (
	`org_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`number` integer NOT NULL,
	`started_at_ms` integer NOT NULL,
	`removed` integer NOT NULL,
	PRIMARY KEY(`org_id`, `transcript_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `transcript_indexes_number_unique` ON `transcript_indexes` (`number`);--> statement-breakpoint
CREATE INDEX `transcript_indexes_of_meeting` ON `transcript_indexes` (`org_id`,`meeting_id`,`number`);--> statement-breakpoint
CREATE INDEX `transcript_indexes_removed` ON `transcript_indexes` (`number`) WHERE "transcript_indexes"."removed";--> statement-breakpoint
CREATE TABLE `unindexed_segments` (
	`org_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `transcript_id`, `from_ms`),
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unindexed_segments_by_turn` ON `unindexed_segments` (`due_at_ms`,`org_id`,`transcript_id`,`from_ms`);
--> statement-breakpoint
-- The words of segments: tokens of db/word-index, separated by spaces. Without automatic merges, which would make a transaction long.
CREATE VIRTUAL TABLE transcript_words USING fts5(words, content='', contentless_delete=1, tokenize="ascii tokenchars '_@#-'");
--> statement-breakpoint
INSERT INTO transcript_words(transcript_words, rank) VALUES ('automerge', 0);
--> statement-breakpoint
INSERT INTO transcript_words(transcript_words, rank) VALUES ('crisismerge', 500);
--> statement-breakpoint
INSERT INTO transcript_words(transcript_words, rank) VALUES ('usermerge', 16);
--> statement-breakpoint
-- Transcripts older than the index are indexed in the background, after those that are written now.
INSERT INTO unindexed_segments (org_id, transcript_id, from_ms, to_ms, due_at_ms)
SELECT org_id, id, 0, 9007199254740991, 9000000000000000 FROM transcripts WHERE deleted_at_ms IS NULL AND state <> 'failed';
