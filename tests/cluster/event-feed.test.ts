import { expect, test } from "bun:test";
import { followUntil, listAll, openFeed } from "../support/event-feed.ts";
import { ask, done, foundSchool } from "../support/school.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	const { here, there, owner } = await openTwoServers();
	const urls = [here.url, there.url];
	const numbers = (count: number) => Array.from({ length: count }, (_each, at) => at + 1);

	/** Creates workspaces, at both servers at once, and returns how many were acknowledged. */
	async function addWorkspaces(by: typeof owner, count: number, name: string): Promise<number> {
		const add = async (n: number): Promise<boolean> => {
			const body = { name: `${name} ${n}`, kind: "class" };
			const { status } = await ask(urls[n % 2] ?? "", "POST", `/orgs/${by.orgId}/workspaces`, {
				token: by.token,
				body,
			}).catch(() => ({ status: 0 }));
			return status === 201;
		};
		return (await Promise.all(numbers(count).map(add))).filter(Boolean).length;
	}

	const lastOf = async (by: typeof owner) => (await listAll(here.url, by)).at(-1)?.sequence ?? 0;

	test("Streams at both servers tell what happens at either, without gaps, and nothing of others", async () => {
		const other = await foundSchool(there.url);
		const streams = await Promise.all(urls.map((url) => openFeed(url, owner)));

		for (const round of ["a", "b", "c"])
			await Promise.all([addWorkspaces(owner, 20, round), addWorkspaces(other, 5, round)]);
		const last = await lastOf(owner);
		await Promise.all(streams.map((stream) => stream.reaches(last)));
		for (const stream of streams) stream.close();

		for (const { events } of streams) {
			expect(events.map(({ sequence }) => sequence)).toEqual(numbers(last));
			expect(new Set(events.map(({ orgId }) => orgId))).toEqual(new Set([owner.orgId]));
		}
	});

	test("A client that goes on after each kill of its server misses nothing and gets nothing twice", async () => {
		let last: number | null = null;
		const following = followUntil(urls, owner, () => last);

		let acknowledged = 0;
		for (const server of [here, there, here]) {
			const adding = addWorkspaces(owner, 20, `killed ${crypto.randomUUID()}`);
			await Bun.sleep(30);
			await server.kill();
			acknowledged += await adding;
			await server.restart();
		}
		last = await lastOf(owner);
		const { events, connections } = await following;

		const created = events.filter(({ data }) => String(data.object.name).startsWith("killed ")).length;
		expect(events.map(({ sequence }) => sequence)).toEqual(numbers(last));
		expect(created).toBeGreaterThanOrEqual(acknowledged);
		expect(connections).toBeGreaterThan(1);
	});

	test("A stream at one server ends when its caller loses access at the other", async () => {
		const keys = `/orgs/${owner.orgId}/api-keys`;
		const body = { name: "feed", scopes: ["webhook:admin"] };
		const { id, key } = await done(here.url, "POST", keys, { token: owner.token, body });
		const stream = await openFeed(there.url, { orgId: owner.orgId, token: key });
		await stream.reaches(1);

		await done(here.url, "DELETE", `${keys}/${id}`, { token: owner.token });
		await addWorkspaces(owner, 2, "unseen");
		await stream.ended;

		expect(stream.farewell?.code).toBe("unauthenticated");
		expect(stream.events.filter(({ data }) => String(data.object.name).startsWith("unseen"))).toEqual([]);
	});
}
