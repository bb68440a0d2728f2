import { describe, expect, test } from "bun:test";
import type { Column } from "drizzle-orm";
import { EDITABLE_TEXTS } from "#platform/holds";
import { TABLES } from "../support/fill-tables.ts";
import { readSources } from "./source-files.ts";

/** The table of what has each kind of editable texts, and the columns that contain others of them. */
const TABLE_OF: Readonly<Record<keyof typeof EDITABLE_TEXTS, readonly [table: string, ...containing: string[]]>> = {
	meeting: ["meetings"],
	participant: ["participants"],
	speaker: ["speakers"],
	segment: ["segments"],
	translation: ["translated_segments"],
	summary: ["summaries", "content"],
	action_item: ["action_items"],
};

/** Tables that lie within a meeting, and how they say which. */
const WITHIN = ["meetingId", "transcriptId", "translationId", "sessionId"];

/** Columns with texts of meetings of which holds keep nothing, and why. */
const NOT_KEPT: Readonly<Record<string, string>> = {
	"action_items.dueDay": "a day, whose former values are in the audit log",
	"meetings.conferenceUrl": "an address, whose former values are in the audit log",
	"meetings.artifacts": "states and numbers",
	"meetings.recording": "a state, whose former values are in the audit log",
	"chat_messages.text": "a message is never changed, and not deleted under a hold",
	"chat_messages.senderName": "a message is never changed, and not deleted under a hold",
	"segment_revisions.text": "former texts of segments themselves; they go with their transcript",
	"segments.words": "the words of the text, when they were said",
	"former_texts.former": "the former texts themselves",
	"transcripts.consentStatement": "never changed",
	"recordings.filename": "never changed",
	"recordings.mixOf": "ids alone",
	"uploads.filename": "never changed",
	"uploads.draft": "where the store goes on",
	"live_tracks.label": "never changed; what is shown is the label of the speaker",
	"caption_addresses.identity": "who posts captions, as a provider knows them",
	"caption_links.identity": "who shares captions, as a provider knows them",
	"processing_jobs.findings": "how far a job is",
	"notifications.data": "ids alone",
	"notifications.subject": "ids alone",
	"legal_holds.name": "the hold itself, which never changes",
	"legal_holds.matter": "the hold itself, which never changes",
	"legal_holds.reason": "the hold itself, which never changes",
	"legal_holds.releaseReason": "the hold itself, which never changes",
};

/** Files that update rows with such texts without keeping them, and why nothing is lost. */
const UPDATES: Readonly<Record<string, string>> = {
	"modules/meetings/meetings/purge.ts": "that a purge is under way",
	"modules/meetings/participants/repository.ts": "states, and who an erased person was, held meetings excepted",
	"modules/transcripts/action-items/found.ts": "the segments that an item cites",
	"modules/transcripts/action-items/repository.ts": "an erased person's name, held meetings excepted",
	"modules/transcripts/transcripts/import.ts": "who a speaker is, before the transcript can be read",
	"modules/transcripts/transcripts/repository/segments.ts":
		"statements of those who keep them: corrections as revisions",
	"modules/transcripts/transcripts/repository/transcripts.ts":
		"an erased person's name, held meetings excepted; what was merged before",
	"modules/transcripts/translations/lifecycle.ts": "states of a translation",
	"modules/transcripts/translations/repository.ts": "states; texts are stored by those who keep the former ones",
};

/** Names of columns with ids, codes and names of the program: people do not write them. */
const CODED =
	/(^id|Id|Ids|By|Hash|Key|Sealed)$|^(languages?|engine|failure|contentType|sha256|template|provider|ownerType|stateReason|transcription)$/;

/** Whether people may have written what a column contains. */
const isText = ([name, { dataType, enumValues }]: [string, Column]): boolean =>
	["string", "json", "custom"].includes(dataType) && enumValues?.[0] === undefined && !CODED.test(name);

describe("a text of a meeting", () => {
	const ofMeetings = TABLES.filter(
		({ name, columns }) => name === "meetings" || WITHIN.some((column) => column in columns),
	);
	const texts = ofMeetings.flatMap(({ name, columns }) =>
		Object.entries(columns).flatMap((entry) => (isText(entry) ? [`${name}.${entry[0]}`] : [])),
	);
	const kept = Object.entries(EDITABLE_TEXTS).flatMap(([type, names]) => {
		const [table, ...containing] = TABLE_OF[type as keyof typeof TABLE_OF];
		return [...names, ...containing].map((name) => `${table}.${name}`);
	});

	test("that can be replaced is kept under a hold, or listed here with a reason", () => {
		expect(texts.filter((path) => !kept.includes(path) && !(path in NOT_KEPT))).toEqual([]);
		expect(Object.keys(NOT_KEPT).filter((path) => !texts.includes(path))).toEqual([]);
	});

	test("is updated where its former text is kept, or where the reason is listed", async () => {
		const sources = await readSources(
			"modules/meetings/{meetings,participants}/**/*.ts",
			"modules/transcripts/{transcripts,translations,summaries,action-items}/**/*.ts",
		);
		const updating = sources.filter(
			({ path, text }) => !path.endsWith("/routes.ts") && /\.update\(|DoUpdate\(/.test(text),
		);
		const others = updating.filter(({ text }) => !text.includes("keepFormer(")).map(({ path }) => path);

		expect(others.filter((path) => !(path in UPDATES))).toEqual([]);
		expect(Object.keys(UPDATES).filter((path) => !others.includes(path))).toEqual([]);
	});
});
