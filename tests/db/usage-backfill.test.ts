import { afterEach, beforeEach, expect, test } from "bun:test";
import { createTestDatabase, type TestDatabase } from "#tests/support/database";
import { engineMigrations, openRawDatabase, type RawDatabase } from "#tests/support/raw-database";

let database: TestDatabase;
let raw: RawDatabase;
beforeEach(async () => {
	database = await createTestDatabase("empty");
	raw = openRawDatabase(database.url);
});
afterEach(async () => {
	await raw.close();
	await database.drop();
});

const QUARTER_MS = 900_000;
const at = engineMigrations.findIndex(({ tag }) => tag.endsWith("_usage"));

async function record(meter: string, quantity: number, occurredAtMs: number): Promise<void> {
	const id = crypto.randomUUID();
	await raw.query(
		`INSERT INTO usage_records (org_id, id, meter, quantity, subject, occurred_at_ms) VALUES ('org_1', '${id}', '${meter}', ${quantity}, '${id}', ${occurredAtMs})`,
	);
}

test("what was recorded before there were totals is added up, and members have seats since they joined", async () => {
	await raw.migrate(engineMigrations.slice(0, at));
	await raw.query(
		"INSERT INTO organizations (id, name, name_key, slug, org_type, settings, retention_policy, allowed_domains, feature_flags, metadata, state, version, created_at_ms, updated_at_ms) VALUES ('org_1', 'One', 'one', 'one', 'education', '{}', '{}', '[]', '{}', '{}', 'active', 1, 1, 1)",
	);
	for (const [place, joinedAtMs] of [5, QUARTER_MS + 1].entries()) {
		await raw.query(
			`INSERT INTO users (id, name, email, email_key, system_admin, locale, timezone, state, version, created_at_ms, updated_at_ms) VALUES ('usr_${place}', 'U', 'u${place}@x.test', 'u${place}@x.test', false, 'en', 'Etc/UTC', 'active', 1, 1, 1)`,
		);
		await raw.query(
			`INSERT INTO memberships (org_id, user_id, role, joined_at_ms, updated_at_ms, version) VALUES ('org_1', 'usr_${place}', 'member', ${joinedAtMs}, 1, 1)`,
		);
	}
	await record("meetingMs", 3, 10);
	await record("meetingMs", 4, 20);
	await record("meetingMs", 5, QUARTER_MS);
	await record("storedBytes", 100, 10);
	await record("storedBytes", -30, 20);
	await record("storedBytes", -50, 2 * QUARTER_MS);

	await raw.migrate();

	const totals = await raw.query(
		"SELECT meter, grain, start_ms, quantity, level FROM usage_totals ORDER BY meter, grain, start_ms",
	);
	const shown = totals.map(({ meter, grain, start_ms, quantity, level }) =>
		[meter, grain, Number(start_ms), Number(quantity), level === null ? null : Number(level)].join(" "),
	);
	expect(shown).toEqual([
		"meetingMs day 0 12 ",
		"meetingMs quarter 0 7 ",
		`meetingMs quarter ${QUARTER_MS} 5 `,
		"seats day 0 2 2",
		"seats quarter 0 1 1",
		`seats quarter ${QUARTER_MS} 2 2`,
		"storedBytes day 0 100 20",
		"storedBytes quarter 0 100 70",
		`storedBytes quarter ${2 * QUARTER_MS} 70 20`,
	]);
	const levels = await raw.query("SELECT meter, level FROM usage_levels ORDER BY meter");
	expect(levels.map(({ meter, level }) => [meter, Number(level)])).toEqual([
		["seats", 2],
		["storedBytes", 20],
	]);
});
