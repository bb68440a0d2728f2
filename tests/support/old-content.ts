import { openRawDatabase } from "./raw-database.ts";

/** Content to be added to an organization. */
export interface OldContent {
	readonly transcripts: number;
	/** How many of them each meeting has; default 10. */
	readonly perMeeting?: number;
	/** Segments of each. */
	readonly segments?: number;
	/** When the meetings ended, Unix ms. */
	readonly endedAtMs: number;
	/** How much later each next meeting ended, in ms; default: none. */
	readonly stepMs?: number;
	/** What was said in each segment, without apostrophes. */
	readonly text?: string;
}

/** Adds transcripts of meetings that are over, straight into the tables of a database: tens of thousands in a second. */
export async function addOldContent(
	url: string,
	{ orgId, userId, workspaceId }: { readonly orgId: string; readonly userId: string; readonly workspaceId: string },
	{ transcripts, perMeeting = 10, segments = 2, endedAtMs, stepMs = 0, text = "What was said." }: OldContent,
): Promise<void> {
	if (transcripts === 0) return;
	const database = openRawDatabase(url);
	const run = crypto.randomUUID().replaceAll("-", "").slice(0, 17);
	const insert = async (count: number, into: string, values: string) => {
		const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
		await database.query(`insert into ${into} ${numbers} select ${values} from n`);
	};
	const id = (prefix: string, number: string) => `'${prefix}_0${run}' || (10000000 + ${number})`;
	const endedAt = (number: string) => `(${endedAtMs} + ${number} * ${stepMs})`;
	const meetings = Math.ceil(transcripts / perMeeting);
	const transcription = `'{"enabled":true,"live":false,"provider":null,"translateTo":[]}'`;
	const asJson = (text: string) => (url.startsWith("postgres") ? `${text}::jsonb` : text);

	await insert(
		meetings,
		"meetings (org_id, id, workspace_id, title, kind, state, source, starts_at_ms, started_at_ms, ended_at_ms, duration_ms, host_id, language, recording_mode, recording_consent, transcription, access, lobby, artifacts, created_by, version, created_at_ms, updated_at_ms)",
		`'${orgId}', ${id("mtg", "i")}, '${workspaceId}', 'Optics', 'class', 'ready', 'native', ${endedAt("i")}, ${endedAt("i")}, ${endedAt("i")}, 0, '${userId}', 'en-US', 'manual', 'required', ${asJson(transcription)}, 'workspace', false, ${asJson("'{}'")}, '${userId}', 1, ${endedAt("i")}, ${endedAt("i")}`,
	);
	await insert(
		transcripts,
		"transcripts (org_id, id, meeting_id, state, source, live, language, languages, segment_count, duration_ms, revision, version, created_by, created_at_ms, updated_at_ms)",
		`'${orgId}', ${id("trn", "i")}, ${id("mtg", `i / ${perMeeting}`)}, 'ready', 'import', false, 'en', ${asJson(`'["en"]'`)}, ${segments}, 1000, 1, 1, '${userId}', ${endedAt(`i / ${perMeeting}`)}, ${endedAt(`i / ${perMeeting}`)}`,
	);
	for (let segment = 0; segment < segments; segment++)
		await insert(
			transcripts,
			"segments (org_id, transcript_id, start_ms, seq, id, end_ms, text, language, revision, edited, source)",
			`'${orgId}', ${id("trn", "i")}, ${segment * 100}, ${segment + 1}, ${id(`seg${segment}`, "i")}, ${segment * 100 + 50}, '${text}', 'en', 1, false, 'import'`,
		);
	await insert(
		transcripts,
		"artifacts (org_id, id, class, owner_type, owner_id, meeting_id, size_bytes, created_at_ms, clock_starts_at_ms)",
		`'${orgId}', ${id("art", "i")}, 'transcripts', 'transcript', ${id("trn", "i")}, ${id("mtg", `i / ${perMeeting}`)}, 100, ${endedAt(`i / ${perMeeting}`)}, ${endedAt(`i / ${perMeeting}`)}`,
	);
	await database.close();
}
