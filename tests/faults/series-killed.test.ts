/** Servers that are killed while they create the meetings of series: in the end each occurrence has one meeting. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "#kernel/clock";
import { openInstances } from "#tests/support/instances";
import { startPostgres } from "#tests/support/postgres";
import { done, foundSchool, type Person } from "#tests/support/school";
import { until } from "#tests/support/until";

const SERIES = 8;
/** Of each series: all are in the 60 days for which meetings are created, and more than half are left to the job. */
const OCCURRENCES = 59;
const ALL = SERIES * OCCURRENCES;
const KILLS = 3;
const LIMIT_MS = 300_000;

interface Page<T> {
	readonly data: readonly T[];
	readonly page: { readonly nextCursor: string | null };
}

/** Returns all items of a list. */
async function all<T>(base: string, { token }: Person, path: string): Promise<T[]> {
	const items: T[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const address: string = `${base}${path}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
		const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
		if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
		const { data, page } = (await response.json()) as Page<T>;
		items.push(...data);
		cursor = page.nextCursor;
	}
	return items;
}

/** Starts series that begin tomorrow, and returns their ids. */
async function makeSeries(base: string, { orgId, token }: Person): Promise<string[]> {
	const workspace = await done(base, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Physics" } });
	const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, "2030-01-01".length);
	const schedule = { rule: `FREQ=DAILY;COUNT=${OCCURRENCES}`, startsAt: `${tomorrow}T00:30:00`, timezone: "Etc/UTC" };
	const made = Array.from({ length: SERIES }, (_, n) =>
		done(base, "POST", `/workspaces/${workspace.id}/series`, { token, body: { title: `Class ${n}`, ...schedule } }),
	);
	return (await Promise.all(made)).map(({ id }) => id);
}

/** Opens one server on a file, or two on a Postgres server of their own. */
async function openServers(engine: "sqlite" | "postgres") {
	if (engine === "postgres") {
		const { url, stop } = await startPostgres();
		return { ...(await openInstances({ databaseUrl: url })), drop: stop };
	}
	const folder = mkdtempSync(join(tmpdir(), "parley-series-"));
	const drop = async () => rmSync(folder, { recursive: true, force: true });
	return { ...(await openInstances({ count: 1, databaseUrl: `sqlite:${join(folder, "parley.db")}` })), drop };
}

// At a time: they mostly wait until the jobs of a killed server are free again.
test.concurrent.each(["sqlite", "postgres"] as const)(
	"on %s, each occurrence has one meeting and one event, whenever a server is killed that creates them",
	async (engine) => {
		const servers = await openServers(engine);
		try {
			const [first] = servers.all;
			if (!first) throw new Error("a server was asked for");
			const owner = await foundSchool(first.url);
			const series = await makeSeries(first.url, owner);
			const occurrences = async (base: string) => {
				const lists = series.map((id) =>
					all<{ id: string | null; occurrence: string }>(base, owner, `/series/${id}/meetings?limit=200`),
				);
				return (await Promise.all(lists)).map((each) => each.filter(({ id }) => id !== null));
			};
			const created = async (base: string) => (await occurrences(base)).flat().length;
			const interrupted: number[] = [];
			for (let kill = 0; kill < KILLS; kill++) {
				const victim = servers.all[kill % servers.all.length] ?? first;
				const before = await created(victim.url);
				// In the middle: more was created than before, and not yet all.
				await until(async () => before === ALL || (await created(victim.url)) > before, LIMIT_MS / 4);
				const at = await created(victim.url);
				await victim.kill();
				if (at < ALL) interrupted.push(at);
				await victim.restart();
			}
			await until(async () => (await created(first.url)) >= ALL, LIMIT_MS / 2);
			const events = await all<{ data: { object: { id: string } } }>(
				first.url,
				owner,
				`/orgs/${owner.orgId}/events?limit=200&types=meeting.scheduled`,
			);

			const meetings = await occurrences(first.url);
			expect(interrupted).not.toEqual([]);
			for (const each of meetings) expect(new Set(each.map(({ occurrence }) => occurrence)).size).toBe(OCCURRENCES);
			const ids = meetings.flat().map(({ id }) => id ?? "");
			expect(ids).toHaveLength(ALL);
			expect(events.map(({ data }) => data.object.id).toSorted()).toEqual(ids.toSorted());
		} finally {
			await servers.close();
			await servers.drop();
		}
	},
	LIMIT_MS,
);
