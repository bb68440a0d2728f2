import { afterEach, describe, expect, test } from "bun:test";
import { eq, isNotNull } from "drizzle-orm";
import { artifacts, blobs, events, meetings, transcripts, translations } from "#db/schema";
import { newId } from "#kernel/ids";
import { fillTable, type SchemaTable, TABLES } from "../support/fill-tables.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { holdsOf } from "../support/holds.ts";
import { privacyOf } from "../support/privacy.ts";

/** Tables of organizations that the export of an organization does not contain, and why. */
const NOT_OF_TENANT: Readonly<Record<string, string>> = {
	blobs: "how objects are stored; their content is in the archive",
	search_terms: "an index of what is exported",
	audit_targets: "an index of what is exported",
	audit_checkpoints: "signatures of what is exported; an export of the audit log has them",
	transcript_indexes: "an index of what is exported",
	unindexed_segments: "work of the indexer",
	organization_ledgers: "the last numbers of the logs that are exported",
	idempotency_keys: "responses that were sent, for a day",
	followers: "how far deliveries have come",
	jobs: "work of the program",
	removals: "ids of what is gone, for backups that still have it",
	processing_windows: "results of work that is not done",
	live_sessions: "the state of live captions; what was said is in the segments",
	live_tracks: "the state of live captions",
	live_events: "the order of live captions",
	noted_reads: "hashes, for an hour; the reads themselves are in the audit log",
	spent_live_tickets: "hashes of tickets",
	caption_addresses: "only the hash of a secret",
	retention_previews: "what somebody wanted to know, for an hour",
	usage_levels: "what the exported records add up to",
	usage_shares: "what the exported records add up to",
	usage_alerts: "of what limits they were told last; the events are exported",
	sessions: "sessions are of accounts, which belong to their people",
};

/** Columns with the id or address of a person that the export of a person does not contain, and why. */
const NOT_OF_PERSON: Readonly<Record<string, string>> = {
	"invitations.invitedBy": "that they invited somebody is in their audit log; the invitation is about somebody else",
	"workspace_invitations.invitedBy": "that they invited somebody is in their audit log",
	"organization_blocks.createdBy": "that they suspended the organization is in their audit log",
	"uploads.createdBy": "a recording is the organization's; that they uploaded it is in their audit log",
	"recordings.createdBy": "a recording is the organization's; that they uploaded it is in their audit log",
	"transcripts.createdBy": "a transcript is its meeting's; that they requested it is in their audit log",
	"translations.createdBy": "a translation is its meeting's; that they requested it is in their audit log",
	"summaries.createdBy": "a summary is its meeting's; that they requested it is in their audit log",
	"segment_revisions.replacedBy": "what others said; that they corrected it is in their audit log",
	"processing_jobs.createdBy": "work on the organization's recordings; that they requested it is in their audit log",
	"caption_addresses.createdBy": "that they made an address is in their audit log",
	"guardian_consents.recordedBy": "a note about somebody else; that they made it is in their audit log",
	"retention_runs.requestedBy": "a purge of the organization; that they requested it is in their audit log",
	"webhooks.createdBy": "that they registered it is in their audit log",
	"integrations.createdBy": "that they created it is in their audit log; where it leads is the organization's",
	"audit_streams.createdBy": "that they created it is in their audit log; where it leads is the organization's",
	"former_texts.replacedBy": "what others wrote, which a hold preserves; that they changed it is in their audit log",
	"legal_holds.userId": "a hold preserves evidence, which a person whom it is on must not learn of",
	"legal_holds.placedBy": "that they placed a hold is in their audit log",
	"legal_holds.releasedBy": "that they released a hold is in their audit log",
	"privacy_exports.userId": "that there was an export; the archive itself is this one's like",
	"privacy_exports.emailKey": "that there was an export; the archive itself is this one's like",
	"privacy_erasures.emailKey": "nobody who is erased has anything left to be exported",
	"privacy_exports.requestedBy": "that they requested an export is in their audit log",
	"privacy_erasures.userId": "nobody who is erased has anything left to be exported",
	"usage_records.userId": "what the organization used; the meetings and transcripts it was used for are exported",
	"privacy_erasures.requestedBy": "that they requested an erasure is in their audit log",
};

/** Tables of accounts, which `POST /auth/profile/export` exports, or which contain secrets alone. */
const OF_ACCOUNTS: Readonly<Record<string, string>> = {
	users: "exported with the account",
	user_identities: "exported with the account",
	sessions: "exported with the account",
	passkeys: "exported with the account",
	totp_secrets: "exported with the account, without the secret",
	known_devices: "exported with the account, without the hash",
	failed_sign_ins: "exported with the account",
	recovery_codes: "hashes of secrets",
	one_time_tokens: "hashes of secrets, for an hour",
	closed_accounts: "of accounts that cannot be used any more",
	challenges: "secrets of sign-ins in progress, for minutes",
};

/** Names of columns that contain the id or the address of a person. */
const PERSON_COLUMN = /^(userId|actorId|hostId|emailKey|.*By)$/;

const api = await useHarness();
const { db } = api.store.acrossTenants;
const privacy = privacyOf(api);
const ofTenants = TABLES.filter(({ columns }) => "orgId" in columns);
/** Deletes the rows written to fill the outbox: the harness would reject them as events. */
afterEach(async () => {
	await db.delete(events).where(isNotNull(events.type));
});

/** Inserts a row in every table of an organization, and enters content into the ledger, so that it is shown. */
async function fill({ orgId }: SignedIn, given: Readonly<Record<string, unknown>>, tables: readonly SchemaTable[]) {
	for (const table of tables) {
		if (table.name === "artifacts") continue;
		const row = await fillTable(db, table, { ...given, orgId }, `${table.name} filled`);
		for (const [ownerType, ownerId] of ownersOf(table.name, row)) {
			const entry = { orgId, id: newId("art"), class: "transcripts", ownerType, ownerId: String(ownerId) } as const;
			const rest = { meetingId: null, blobId: null, sizeBytes: 0, createdAtMs: api.nowMs() };
			const clocks = { clockStartsAtMs: null, purgeStartedAtMs: null, deletedAtMs: null };
			await db
				.insert(artifacts)
				.values({ ...entry, ...rest, ...clocks })
				.onConflictDoNothing();
		}
	}
	for (const table of [meetings, transcripts, translations])
		await db.update(table).set({ deletedAtMs: null }).where(eq(table.orgId, orgId));
	// Their objects do not exist.
	await db.update(blobs).set({ state: "orphaned" }).where(eq(blobs.orgId, orgId));
}

/** Returns the owners in the ledger of a row. */
function ownersOf(table: string, row: Readonly<Record<string, unknown>>) {
	const owners: Readonly<Record<string, readonly ["recording" | "transcript" | "translation" | "summary", unknown]>> = {
		recordings: ["recording", row.id],
		transcripts: ["transcript", row.id],
		speakers: ["transcript", row.transcriptId],
		segments: ["transcript", row.transcriptId],
		segment_revisions: ["transcript", row.transcriptId],
		translations: ["translation", row.id],
		translated_segments: ["translation", row.translationId],
		summaries: ["summary", row.id],
	};
	const own = owners[table];
	if (own) return [own];
	if (table === "chat_messages") return [["chat", row.meetingId] as const];
	return table === "action_items" ? [["action_items", row.meetingId] as const] : [];
}

const textOf = (files: Awaited<ReturnType<typeof privacy.exported>>): string =>
	[...files.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join("\n");

describe("the export of an organization", () => {
	test("contains every table that is not listed here, and no column that is a secret", async () => {
		const owner = await api.createOrganization();
		await fill(owner, { userId: owner.userId }, ofTenants);
		// Former texts are there as long as their meeting is held.
		await holdsOf(api).placed(owner, { scope: "organization" });

		const files = await privacy.exported(owner, "organization");
		const text = textOf(files);

		const missing = ofTenants
			.map(({ name }) => name)
			.filter((name) => !text.includes(`${name} filled`) && !(name in NOT_OF_TENANT) && !IDS_ALONE.includes(name));
		expect(missing.map((name) => `modules/governance/privacy/repository/tenant-tables.ts: export ${name}`)).toEqual([]);
		const names = new Set([...text.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? ""));
		expect(
			[...names].filter((name) => /(hash|secret|sealed|token|password|salt)$/i.test(name) && name !== "hash"),
		).toEqual([]);
	});

	/** Tables without a column of text that could be found. */
	const IDS_ALONE: readonly string[] = [
		"memberships",
		"departures",
		"domain_leavers",
		"artifacts",
		"usage_totals",
		"events",
		"audit_entries",
	];
});

describe("the export of a person", () => {
	const naming = ofTenants.flatMap((table) =>
		Object.keys(table.columns).flatMap((column) => (PERSON_COLUMN.test(column) ? [{ table, column }] : [])),
	);

	test("contains each row that names them by a column that is not listed here", async () => {
		const missing: string[] = [];
		for (const { table, column } of naming) {
			const path = `${table.name}.${column}`;
			if (path in NOT_OF_PERSON || table.name in OF_ACCOUNTS || table.name === "memberships") continue;
			const owner = await api.createOrganization();
			const person = await api.addMember(owner, "member");
			const value = column === "emailKey" ? person.email.toLowerCase() : person.userId;
			await fill(owner, { [column]: value }, [table]);
			const files = await privacy.exported(owner, { userId: person.userId });
			const isFound = textOf(files).includes(`${table.name} filled`);
			if (!isFound && !BY_ID.includes(table.name)) missing.push(path);
		}

		expect(missing.map((path) => `modules/governance/privacy/repository/person-tables.ts: export ${path}`)).toEqual([]);
	}, 120_000);

	/** Tables whose row has nothing but ids and instants. */
	const BY_ID: readonly string[] = ["departures", "domain_leavers", "workspace_members"];

	test("has only existing columns and tables on the lists of exceptions", () => {
		const columns = naming.map(({ table, column }) => `${table.name}.${column}`);
		const tables = TABLES.map(({ name }) => name);

		expect(Object.keys(NOT_OF_PERSON).filter((path) => !columns.includes(path))).toEqual([]);
		expect(Object.keys({ ...NOT_OF_TENANT, ...OF_ACCOUNTS }).filter((name) => !tables.includes(name))).toEqual([]);
	});

	test("of one's own account covers every table of people that belongs to no organization", () => {
		const ofPeople = TABLES.filter(({ columns }) => "userId" in columns && !("orgId" in columns));

		expect(ofPeople.map(({ name }) => name).filter((name) => !(name in OF_ACCOUNTS))).toEqual([]);
	});
});
