import { dialect } from "#db/dialect";
import { DAY_MS } from "#kernel/clock";
import { openRawDatabase } from "./raw-database.ts";
import { AT_MS } from "./rows.ts";

/** Rows to be added to an organization. */
export interface LargeTenant {
	readonly members?: number;
	/** Pending invitations, to the role `guest`. */
	readonly invitations?: number;
	/** API keys. */
	readonly keys?: number;
	/** Jobs that wait for their time, and stored outcomes of requests. */
	readonly background?: number;
	/** Sessions of the owner, in the organization, newer than all others. */
	readonly sessions?: number;
	/** Spent refresh tokens of one of these sessions. */
	readonly spentTokens?: number;
	/** Time at which they were created, Unix ms. */
	readonly nowMs?: number;
}

const json = (text: string) => (dialect === "sqlite" ? `'${text}'` : `'${text}'::jsonb`);

/** Adds many rows to an organization, straight into the tables of a database: tens of thousands in a second. */
export async function enlarge(
	url: string,
	{ orgId, userId }: { readonly orgId: string; readonly userId: string },
	{ members = 0, invitations = 0, keys = 0, background = 0, sessions = 0, spentTokens = 0, nowMs = AT_MS }: LargeTenant,
): Promise<void> {
	const database = openRawDatabase(url);
	const run = crypto.randomUUID().replaceAll("-", "").slice(0, 18);
	const insert = async (count: number, into: string, values: string) => {
		if (count === 0) return;
		const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
		await database.query(`insert into ${into} ${numbers} select ${values} from n`);
	};
	const id = (prefix: string) => `'${prefix}_0${run}' || (1000000 + i)`;
	const address = `${id("e")} || '@school.example'`;
	const at = String(nowMs);
	const later = String(nowMs + 365 * DAY_MS);

	await insert(
		members,
		"users (id, email, email_key, name, system_admin, state, version, created_at_ms, updated_at_ms)",
		`${id("usr")}, ${address}, ${address}, 'Ada', false, 'active', 1, ${at}, ${at}`,
	);
	await insert(
		members,
		"memberships (org_id, user_id, role, joined_at_ms, updated_at_ms, version)",
		`'${orgId}', ${id("usr")}, 'member', ${at}, ${at}, 1`,
	);
	await insert(
		members,
		"search_terms (org_id, collection, term, position, id, words)",
		`'${orgId}', 'member', '', ${at}, ${id("usr")}, ' ada'`,
	);
	await insert(
		invitations,
		"invitations (org_id, id, email, email_key, role, token_hash, mailed, state, invited_by, created_at_ms, expires_at_ms)",
		`'${orgId}', ${id("inv")}, ${address}, ${address}, 'guest', ${id("t")}, false, 'pending', '${userId}', ${at}, ${at} + 1`,
	);
	await insert(
		keys,
		"api_keys (org_id, id, name, key_hash, hint, scopes, allowed_ips, created_by, version, created_at_ms, updated_at_ms)",
		`'${orgId}', ${id("key")}, 'Sync', ${id("h")}, 'abcd', ${json('["org:write"]')}, ${json("[]")}, '${userId}', 1, ${at}, ${at}`,
	);
	await insert(
		background,
		"jobs (id, org_id, queue, payload, state, attempts, max_attempts, run_at_ms, created_at_ms)",
		`${id("job")}, '${orgId}', 'later', ${json("{}")}, 'ready', 0, 3, ${later}, ${at}`,
	);
	await insert(
		background,
		"idempotency_keys (scope, fingerprint, org_id, result_sealed, created_at_ms, expires_at_ms)",
		`${id("scope")}, 'f', '${orgId}', '{}', ${at}, ${later}`,
	);
	await insert(
		sessions,
		`sessions (id, user_id, org_id, refresh_hash, auth_methods, created_at_ms, last_seen_at_ms, expires_at_ms,
			idle_expires_at_ms)`,
		`${id("ses")}, '${userId}', '${orgId}', ${id("r")}, ${json('["pwd"]')}, ${at} + i, ${at}, ${later}, ${later}`,
	);
	await insert(
		spentTokens,
		"spent_refresh_tokens (token_hash, session_id, spent_at_ms, successor_sealed)",
		`${id("s")}, 'ses_0${run}1000001', ${at} + i, 'sealed'`,
	);
	await database.close();
}
