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

const at = engineMigrations.findIndex(({ tag }) => tag.endsWith("_paid_seats"));

test("seats that are paid for limit organizations that had subscribed before; those of trials and ended ones do not", async () => {
	await raw.migrate(engineMigrations.slice(0, at));
	for (const [name, state, perSeatMinor] of [
		["active", "active", 900],
		["overdue", "paused", 900],
		["trying", "trialing", 900],
		["ended", "canceled", 900],
		["flat", "active", 0],
		["none", null, 0],
	] as const) {
		await raw.query(
			`INSERT INTO organizations (id, name, name_key, slug, org_type, settings, retention_policy, allowed_domains, feature_flags, metadata, state, version, created_at_ms, updated_at_ms) VALUES ('${name}', 'One', 'one', '${name}', 'education', '{}', '{}', '[]', '{}', '{}', 'active', 1, 1, 1)`,
		);
		if (state === null) continue;
		await raw.query(
			`INSERT INTO subscriptions (org_id, id, plan_code, state, interval, seats, currency, price, timezone, anchor_ms, period_index, current_period_start_ms, current_period_end_ms, segments, charged_minor, cancel_at_period_end, version, created_at_ms, updated_at_ms) VALUES ('${name}', 'sub_${name}', 'team', '${state}', 'month', 7, 'EUR', '{"baseMinor":4900,"perSeatMinor":${perSeatMinor},"includedSeats":5}', 'UTC', 1, 0, 1, 2, '[]', 0, FALSE, 1, 1, 1)`,
		);
	}

	await raw.migrate();

	const rows = await raw.query("SELECT id, paid_seats FROM organizations ORDER BY id");
	expect(rows.map(({ id, paid_seats }) => [id, paid_seats])).toEqual([
		["active", 7],
		["ended", null],
		["flat", null],
		["none", null],
		["overdue", 7],
		["trying", null],
	]);
});
