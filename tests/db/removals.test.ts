import { describe, expect, test } from "bun:test";
import { removesWords } from "#db/sqlite/removals";

describe("a statement", () => {
	test.each([
		[`delete from "chat_messages" where "org_id" = ?`, true],
		[`update "meetings" set "title" = ? where "id" = ?`, true],
		[`insert into "summaries" ("id") values (?) on conflict ("id") do update set "text" = excluded."text"`, true],
		["insert or replace into transcript_words (rowid, words) select 1, ?", true],
		[`delete from "segments" where "id" in (select "id" from "segments" limit 300) returning "id"`, true],
		[`insert into "chat_messages" ("id", "text") values (?, ?)`, false],
		[`insert into "participants" ("id") values (?) on conflict do nothing`, false],
		[`update "sessions" set "last_seen_at_ms" = ? where "id" = ?`, false],
		[`select "id" from "meetings" where "title" = 'delete from meetings'`, false],
	])("%s removes words: %p", (text, expected) => {
		expect(removesWords(text)).toBe(expected);
	});
});
