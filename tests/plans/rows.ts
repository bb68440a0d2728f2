import type { Dialect } from "#db/dialect";
import { TABLES } from "#tests/support/fill-tables";
import { ORGANIZATIONS, ROWS } from "./row-counts.ts";

/** Number of organizations that have most of the other rows, some dozens each. */
const USED = 500;

/** The number of a row in `n.i`, from 1. Every other row belongs to the first organization, or person: the large ones. */
const ofMany = (prefix: string) => `'${prefix}_' || (case when i % 2 = 0 then 1 else i / 2 % ${USED} + 2 end)`;
const oneEach = (prefix: string) => `'${prefix}_' || ((i - 1) % ${ORGANIZATIONS} + 1)`;
/** Nine of ten rows have the first value. */
const mostly = (first: string, ...others: readonly string[]) =>
	`(case ${others.map((value, at) => `when i % 10 = 5 and i / 10 % ${others.length} = ${at} then '${value}'`).join(" ")} else '${first}' end)`;
const seldom = (value: string) => `(case when i % 10 = 7 then ${value} end)`;

/** Values by column, as expressions of both engines, where {@link anyValue} does not do. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	organizations: {
		id: oneEach("org"),
		state: mostly("active", "suspended", "pending_deletion", "deleted"),
		org_type: mostly("education", "business", "healthcare"),
		external_id: seldom("'ext_' || i"),
	},
	users: { id: oneEach("usr"), system_admin: "i = 1", state: mostly("active", "disabled", "closed") },
	organization_ledgers: { org_id: oneEach("org") },
	memberships: {
		// The first organization has everybody; everybody has another one.
		org_id: `'org_' || (case when i <= ${ORGANIZATIONS} then 1 else i % ${USED} + 2 end)`,
		user_id: oneEach("usr"),
		role: mostly("student", "owner", "teacher"),
	},
	sessions: { user_id: ofMany("usr"), org_id: ofMany("org"), revoked_at_ms: seldom("i") },
	invitations: { state: mostly("accepted", "pending", "revoked"), accepted_by: seldom(oneEach("usr")) },
	api_keys: { revoked_at_ms: seldom("i"), maker_state: mostly("active", "demoted"), created_by: ofMany("usr") },
	audit_entries: { outcome: mostly("success", "denied"), actor_id: ofMany("usr") },
	// No organization may have more than a few.
	followers: { org_id: oneEach("org"), due_at_ms: seldom("i") },
	webhooks: { org_id: oneEach("org") },
	usage_levels: { org_id: oneEach("org") },
	usage_alerts: { org_id: oneEach("org") },
	subscriptions: { org_id: oneEach("org"), state: mostly("active", "trialing", "past_due", "paused", "canceled") },
	billing_accounts: { org_id: oneEach("org") },
	invoices: { state: mostly("paid", "open", "void"), overdue_at_ms: seldom("i") },
	payments: { invoice_id: "'id_' || i", state: mostly("succeeded", "failed", "processing") },
	// No organization may have more than a few.
	payment_methods: { org_id: oneEach("org"), is_default: `(i <= ${ORGANIZATIONS})` },
	audit_streams: { org_id: oneEach("org") },
	integrations: { org_id: oneEach("org") },
	webhook_deliveries: {
		webhook_id: ofMany("whk"),
		state: mostly("succeeded", "failed", "pending"),
		next_attempt_at_ms: seldom("i"),
	},
	organization_blocks: { org_id: oneEach("org"), authority: mostly("system", "billing") },
	idempotency_keys: { org_id: ofMany("org") },
	jobs: { state: mostly("done", "ready", "dead"), queue: mostly("mail", "purge"), org_id: ofMany("org") },
	challenges: { kind: mostly("passkey_login", "mfa", "oidc", "lti"), user_id: seldom(oneEach("usr")) },
	failed_sign_ins: { user_id: ofMany("usr") },
	one_time_tokens: { purpose: mostly("verify_email", "reset_password"), user_id: oneEach("usr") },
	spent_refresh_tokens: { session_id: `'id_' || (i % ${3 * ORGANIZATIONS} + 1)` },
	totp_secrets: { user_id: oneEach("usr") },
	workspaces: {
		visibility: mostly("private", "org"),
		kind: mostly("class", "team", "project"),
		archived: "(i % 10 = 3)",
		external_ref: seldom("'sis_' || i"),
	},
	// Each belongs to the organization of its workspace, and two of one workspace are not the same person.
	workspace_members: {
		workspace_id: `'id_' || ((i - 1) % ${2 * ORGANIZATIONS} + 1)`,
		user_id: `'usr_' || ((i + (i - 1) / ${2 * ORGANIZATIONS}) % ${ORGANIZATIONS} + 1)`,
		role: mostly("member", "manager"),
	},
	// Each is in a workspace of its organization.
	meetings: {
		workspace_id: `'id_' || ((i - 1) % ${2 * ORGANIZATIONS} + 1)`,
		state: mostly("ready", "live", "scheduled", "failed"),
		access: mostly("workspace", "invited", "link"),
		host_id: ofMany("usr"),
		external_id: seldom("'lms_' || i"),
		join_code_hash: seldom("'code_' || i"),
	},
	// The second meeting of the first organization is a large one.
	participants: {
		meeting_id: `(case when i > ${6 * ORGANIZATIONS} and i % 2 = 0 then 'id_2' else 'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1) end)`,
		user_id: `(case when i % 10 = 9 then null when i > ${6 * ORGANIZATIONS} then 'usr_' || i else 'usr_' || (i % ${ORGANIZATIONS} + 1) end)`,
		email_key: seldom("'guest' || i"),
		invite_hash: seldom("'invite_' || i"),
		role: mostly("participant", "host", "guest"),
		state: mostly("left", "invited", "admitted", "removed"),
	},
	privacy_exports: { subject: mostly("person", "organization"), state: mostly("expired", "ready", "failed", "queued") },
	privacy_erasures: { state: mostly("completed", "running") },
	// Most are on single meetings.
	legal_holds: {
		state: mostly("released", "active"),
		scope: mostly("meeting", "person", "period"),
		meeting_id: "(case when i % 100 <> 5 then 'id_' || i end)",
	},
	former_texts: {
		meeting_id: "(case when i % 2 = 0 then 'id_2' else 'id_' || i end)",
		object_type: mostly("summary", "meeting"),
	},
	organization_domains: {
		state: mostly("pending", "verified", "failed", "conflict"),
		next_check_at_ms: "(case when i % 10 <> 7 then i end)",
	},
	workspace_invitations: { invited_by: ofMany("usr") },
	consents: {
		meeting_id: "(case when i % 2 = 0 then 'id_2' else 'id_' || i end)",
		participant_id: `'id_' || (${6 * ORGANIZATIONS} + i % ${ORGANIZATIONS} * 2)`,
		kind: mostly("recording", "transcription"),
		decision: mostly("granted", "denied"),
	},
	chat_messages: {
		meeting_id: "(case when i % 2 = 0 then 'id_2' else 'id_' || i end)",
		participant_id: `'id_' || (${6 * ORGANIZATIONS} + i % ${ORGANIZATIONS} * 2)`,
	},
	transcripts: { meeting_id: `'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1)`, deleted_at_ms: seldom("i") },
	// The second transcript of the first organization is a large one.
	speakers: { transcript_id: "(case when i % 100 = 0 then 'id_2' else 'id_' || i end)", merged_into: seldom("'id_1'") },
	segments: {
		transcript_id: "(case when i % 2 = 0 then 'id_2' else 'id_' || i end)",
		speaker_id: "(case when i % 10 < 9 then 'id_' || i % 7 end)",
	},
	live_sessions: { state: mostly("closed", "open"), transcript_id: "(case when i % 10 < 9 then 'id_' || i end)" },
	live_tracks: {
		session_id: "(case when i % 100 = 0 then 'id_2' else 'id_' || i end)",
		participant_id: "(case when i % 10 < 9 then 'id_' || i end)",
	},
	live_events: {
		session_id: "(case when i % 2 = 0 then 'id_2' else 'id_' || i end)",
		kind: mostly("final", "translation"),
	},
	transcript_indexes: {
		transcript_id: "'id_' || i",
		meeting_id: `'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1)`,
		number: "i",
		removed: "(i % 1000 = 0)",
	},
	unindexed_segments: { transcript_id: "'id_' || i", from_ms: "i % 3 * 1000", due_at_ms: "i" },
	blobs: { state: mostly("stored", "orphaned") },
	artifacts: {
		meeting_id: `'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1)`,
		blob_id: seldom("'id_' || i"),
		deleted_at_ms: seldom("i"),
	},
	retention_runs: { state: "'completed'" },
	uploads: { meeting_id: `'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1)`, state: mostly("finished", "open", "failed") },
	recordings: { meeting_id: `'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1)`, state: mostly("ready", "processing") },
	notifications: {
		user_id: ofMany("usr"),
		meeting_id: `'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1)`,
		kind: mostly("transcript.ready", "meeting.invited"),
		subject: "'id_' || i",
		read_at_ms: "(case when i % 10 <> 3 then i end)",
		hidden_at_ms: seldom("1700000000000"),
	},
	notification_preferences: { user_id: "'usr_' || i" },
	processing_jobs: {
		meeting_id: `'id_' || ((i - 1) % ${6 * ORGANIZATIONS} + 1)`,
		recording_id: "'id_' || i",
		type: mostly("transcription", "translation", "summary"),
		state: mostly("succeeded", "waiting", "queued", "running", "failed"),
	},
	processing_windows: { job_id: "'id_' || i", position: "i % 100" },
	segment_revisions: {
		transcript_id: "(case when i % 2 = 0 then 'id_2' else 'id_' || i end)",
		segment_id: "'id_' || i",
	},
	// Entries of two words; the second one is common.
	search_terms: {
		org_id: "(case when i % 2 = 0 then 'platform' else 'org_1' end)",
		collection: "(case when i % 2 = 0 then 'organization' else 'member' end)",
		term: "(case i / 2 % 3 when 0 then '' when 1 then 'school' else 'name' || i end)",
		position: "i / 6",
		id: "'row_' || (i / 6)",
		words: "(case when i / 2 % 3 = 0 then ' school' end)",
	},
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type SchemaColumn = (typeof TABLES)[number]["columns"][string];

function anyValue(name: string, column: SchemaColumn): string {
	if (name === "org_id") return ofMany("org");
	if (name === "user_id") return oneEach("usr");
	if (!column.notNull) return "null";
	if (column.enumValues?.[0] !== undefined) return `'${column.enumValues[0]}'`;
	if (column.dataType === "boolean") return "false";
	if (column.dataType === "number") return "i";
	return column.dataType === "string" ? `'${name}_' || i` : "'{}'";
}

/** Words of what was said, on Postgres, where they are in a table: half of the documents are one tenant's. */
const WORDS = `insert into transcript_words (tenant, document, words) select case when i % 2 = 0 then 1 else i end, i, cast('common:1 word' || i || ':2' as tsvector) from generate_series(1, ${8 * ORGANIZATIONS}) n(i)`;

/** Returns the statements that fill a migrated, empty database of an engine with many rows, unevenly distributed. */
export function skewedRows(engine: Dialect): string[] {
	const numbers = (rows: number) =>
		engine === "sqlite"
			? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select i from n) n`
			: `generate_series(1, ${rows}) n(i)`;
	// Those that others refer to come first.
	const first = ["users", "organizations", "sessions"];
	const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
	// Rows refer to others that may not exist: only their number and their values matter.
	const free = engine === "postgres" ? "set session_replication_role = replica" : "pragma foreign_keys = off";
	const inserts = TABLES.toSorted((a, b) => rank(a.name) - rank(b.name)).map(({ name: table, columns }) => {
		const values = Object.entries(columns).map(([key, column]) => {
			const name = snakeCase(key);
			return [name, VALUES[table]?.[name] ?? anyValue(name, column)] as const;
		});
		const names = values.map(([name]) => `"${name}"`).join(", ");
		const expressions = values.map(([, expression]) => expression).join(", ");
		return `insert into "${table}" (${names}) select ${expressions} from ${numbers(ROWS[table] ?? 1)}`;
	});
	return [free, ...inserts, ...(engine === "postgres" ? [WORDS] : [])];
}
