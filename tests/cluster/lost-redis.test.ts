import { afterEach, describe, expect, test } from "bun:test";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { openInstances } from "../support/instances.ts";
import { startRedis } from "../support/redis.ts";
import { addPerson, ask, done, foundSchool, type Person } from "../support/school.ts";
import { openTcpProxy } from "../support/tcp-proxy.ts";
import { canBeTwo } from "../support/two-servers.ts";
import { until } from "../support/until.ts";

/** A right that is taken away at one server, and a request at the other one that needs it. */
interface Revocation {
	revoke(): Promise<unknown>;
	use(): Promise<number>;
}

/** Interval at which the request is made meanwhile, so that what it needs is in memory until the last moment, in ms. */
const USE_MS = 60;
const LIMIT_MS = 60_000;

// With SQLite there is one server.
if (canBeTwo) {
	const redis = await forThisFile(startRedis());
	const proxy = await forThisFile(openTcpProxy(redis.url));
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const redisUrl = [proxy.url, redis.url];
	const { all } = await forThisFile(openInstances({ databaseUrl: database.url, redisUrl }));
	const [far, near] = all.map(({ url }) => url) as [string, string];
	const owner = await foundSchool(near);

	async function hears(url: string): Promise<boolean> {
		const { checks } = await done(url, "GET", "/health/ready");
		return checks.some(({ name, ok }: { name: string; ok: boolean }) => name === "bus" && ok);
	}

	afterEach(async () => {
		proxy.resume();
		await proxy.listens(true).catch(() => undefined); // It listens.
		await until(async () => (await hears(far)) && (await hears(near)));
	});

	/** Creates as many rights of each kind, to be taken away at one server and used at the other. */
	async function prepare(at: string, elsewhere: string, ofEach: number): Promise<Revocation[]> {
		const base = `/orgs/${owner.orgId}`;
		const use = async (path: string, token: string) => (await ask(elsewhere, "GET", path, { token })).status;
		const revocations: Revocation[] = [];
		for (let n = 0; n < ofEach; n++) {
			const person = (role: string): Promise<Person> => addPerson(near, owner, role);
			const [removed, demoted, signedOut] = [await person("member"), await person("admin"), await person("member")];
			const body = { name: "Sync", scopes: ["org:read"] };
			const { id, key } = await done(near, "POST", `${base}/api-keys`, { token: owner.token, body });
			const change = (method: string, path: string, change?: object) => () =>
				done(at, method, path, { token: owner.token, ...(change && { body: change }) });
			revocations.push(
				{
					revoke: change("DELETE", `${base}/members/${removed.userId}`),
					use: () => use("/auth/profile", removed.token),
				},
				{
					revoke: change("PATCH", `${base}/members/${demoted.userId}`, { role: "member" }),
					use: () => use(`${base}/api-keys`, demoted.token),
				},
				{
					revoke: () => done(at, "POST", "/auth/logout", { token: signedOut.token }),
					use: () => use("/auth/profile", signedOut.token),
				},
				{ revoke: change("DELETE", `${base}/api-keys/${id}`), use: () => use(base, key) },
			);
		}
		return revocations;
	}

	/** Takes a right away while it is in use, and returns how the first request is answered, and the next one. */
	async function take({ revoke, use }: Revocation): Promise<[number, number]> {
		const first = await use();
		let isRevoked = false;
		const revoking = revoke().finally(() => {
			isRevoked = true;
		});
		while (!isRevoked) {
			await use();
			await Promise.race([revoking, Bun.sleep(USE_MS)]);
		}
		await revoking;
		return [first, await use()];
	}

	/** Takes all rights away at once. Returns how many could still be used, or could not be used before. */
	async function stillInUse(revocations: readonly Revocation[]): Promise<number> {
		const outcomes = await Promise.all(revocations.map(take));
		return outcomes.filter(([first, next]) => first !== 200 || (next !== 401 && next !== 403)).length;
	}

	describe("what is taken away at one server is refused by the other with the next request", () => {
		test(
			"when the first has lost Redis",
			async () => {
				const revocations = await prepare(far, near, 25);
				await proxy.listens(false);
				proxy.cut();
				await until(async () => !(await hears(far)));

				const outcomes = [];
				for (let n = 0; n < 100; n += 50) outcomes.push(await stillInUse(revocations.slice(n, n + 50)));

				expect(revocations).toHaveLength(100);
				expect(outcomes).toEqual([0, 0]);
			},
			LIMIT_MS,
		);

		test(
			"in the moment in which the first loses Redis",
			async () => {
				const revocations = await prepare(far, near, 3);
				const all = Promise.all(revocations.map((each, n) => Bun.sleep(5 * n).then(() => stillInUse([each]))));
				await Bun.sleep(25);
				proxy.cut();

				expect(await all).toEqual(revocations.map(() => 0));
			},
			LIMIT_MS,
		);

		test.each([
			["the first", true],
			["the other", false],
		])(
			"when Redis is silent for %s",
			async (_, isFirst) => {
				const revocations = await (isFirst ? prepare(far, near, 3) : prepare(near, far, 3));
				proxy.stall();

				expect(await stillInUse(revocations)).toBe(0);
			},
			LIMIT_MS,
		);

		test(
			"when Redis has dropped the other, which does not know yet",
			async () => {
				const client = new Bun.RedisClient(redis.url);
				const ids = async () =>
					[...String(await client.send("CLIENT", ["LIST"])).matchAll(/^id=(\d+)/gm)].map(([, id]) => id);
				const known = await ids();
				proxy.cut();
				await until(async () => !(await hears(far)));
				await until(() => hears(far));
				const revocations = await prepare(near, far, 3);
				proxy.stall("toClient");
				for (const id of (await ids()).filter((id) => !known.includes(id)))
					await client.send("CLIENT", ["KILL", "ID", String(id)]);

				expect(await stillInUse(revocations)).toBe(0);
				client.close();
			},
			LIMIT_MS,
		);

		test(
			"while Redis restarts",
			async () => {
				const revocations = await prepare(near, far, 3);
				const all = Promise.all(revocations.map((each, n) => Bun.sleep(20 * n).then(() => stillInUse([each]))));
				await Bun.sleep(50);
				await redis.kill();
				await redis.restart();

				expect(await all).toEqual(revocations.map(() => 0));
			},
			LIMIT_MS,
		);
	});
}
