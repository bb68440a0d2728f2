import { describe, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { FIRST_ADMIN } from "../support/installation.ts";
import { openInstances } from "../support/instances.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { ask, done, foundSchool } from "../support/school.ts";
import { until } from "../support/until.ts";

// With SQLite there is one server.
const VARIANTS = dialect !== "postgres" ? [] : hasRedis ? ["one Redis", "no Redis"] : ["no Redis"];

for (const variant of VARIANTS) await onTwoServers(variant);

/** Tests of what the operator changes at one server, as people see it at the other. */
async function onTwoServers(variant: string): Promise<void> {
	const redis = variant === "one Redis" ? await forThisFile(startRedis()) : undefined;
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const env = { BILLING_ENFORCEMENT: "hard" };
	const shared = { databaseUrl: database.url, ...(redis && { redisUrl: redis.url }) };
	const { all } = await forThisFile(openInstances({ ...shared, env }));
	const [here, there] = all;
	if (!here || !there) throw new Error("two servers were asked for");
	const owner = await foundSchool(here.url);
	const system = (await done(here.url, "POST", "/auth/login", { body: FIRST_ADMIN })).access_token;

	const change = (method: string, path: string, body: unknown) => done(here.url, method, path, { token: system, body });
	const org = `/orgs/${owner.orgId}`;
	const see = (path: string, token = owner.token) => done(there.url, "GET", path, { token });

	/** Evaluates all flags at the other server as a client does that knows the last answer. */
	const evaluations = { etag: "", flags: new Map<string, unknown>() };
	const evaluate = async (): Promise<number> => {
		const response = await fetch(`${there.url}/ofrep/v1/evaluate/flags`, {
			method: "POST",
			body: "{}",
			headers: {
				authorization: `Bearer ${owner.token}`,
				"content-type": "application/json",
				"if-none-match": evaluations.etag,
			},
		});
		if (response.status !== 200) return response.status;
		const { flags } = (await response.json()) as { flags: { key: string; value: unknown }[] };
		evaluations.etag = response.headers.get("etag") ?? "";
		evaluations.flags = new Map(flags.map(({ key, value }) => [key, value]));
		return response.status;
	};

	/** What the other server says of a flag, everywhere, and whether it does what the flag guards. */
	const seen = async (): Promise<unknown[]> => {
		const answers = await Promise.all([
			see(`${org}/feature-flags`),
			see(org),
			see(`${org}/feature-flags`, system),
			ask(there.url, "POST", "/auth/profile/calendar-feed", { token: owner.token, body: {} }),
			evaluate(),
		]);
		const [flags, { featureFlags }, ofSystem, { status }] = answers;
		const ofrep = evaluations.flags.get("calendarSync");
		return [flags.calendarSync, featureFlags.calendarSync, ofSystem.calendarSync, ofrep, status < 300];
	};

	/** What is asked once is in memory there. Where the servers do not hear each other, what is new is seen at once. */
	const expectSoon = async (what: () => Promise<unknown>, wanted: unknown): Promise<void> => {
		if (redis) await until(async () => Bun.deepEquals(await what(), wanted), 1_000).catch(() => undefined);
		expect(await what()).toEqual(wanted);
	};

	describe(`two servers on one Postgres and ${variant}`, () => {
		test("give a flag that is killed at one its value at the other, everywhere, within a second", async () => {
			for (let round = 0; round < 3; round++) {
				await expectSoon(seen, Array(5).fill(true));
				await change("POST", "/configurations/feature-flags/calendarSync/kill", {});
				await expectSoon(seen, Array(5).fill(false));
				expect(await evaluate()).toBe(304);
				await change("POST", "/configurations/feature-flags/calendarSync/revive", {});
			}
			await expectSoon(seen, Array(5).fill(true));
		});

		test("keep no flag alive at a server that was down when it was killed", async () => {
			await there.kill();
			await change("POST", "/configurations/feature-flags/calendarSync/kill", {});
			await there.restart();

			expect(await seen()).toEqual(Array(5).fill(false));
			await change("POST", "/configurations/feature-flags/calendarSync/revive", {});
		});

		test("agree about a plan, defaults and configurations that one of them changes", async () => {
			const plan = async () => [
				(await see(`${org}/feature-flags?explain=true`)).calendarSync.source,
				(await see("/configurations/plans")).plans.find(({ code }: { code: string }) => code === "free").lacks.length,
			];
			const [source, lacks] = await plan();
			const free = (await see("/configurations/plans")).plans.find(({ code }: { code: string }) => code === "free");
			await change("PATCH", "/configurations/plans/free", { lacks: [...free.lacks, "calendarSync"] });
			await expectSoon(plan, ["plan", lacks + 1]);
			await change("PATCH", "/configurations/plans/free", { lacks: null });
			await expectSoon(plan, [source, lacks]);

			const timezone = async () => (await see(`${org}/settings`)).timezone;
			await timezone();
			for (const zone of ["Europe/Rome", "Asia/Tokyo"]) {
				await change("PUT", "/configurations/tenant-defaults/education", { settings: { timezone: zone } });
				await expectSoon(timezone, zone);
			}

			const name = async () => (await see("/configurations/configs")).installation.name;
			for (const each of ["One", "Two"]) {
				await change("PUT", "/configurations/configs", { installation: { name: each } });
				await expectSoon(name, each);
			}
		});
	});
}
