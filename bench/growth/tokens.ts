import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { memberships, organizations, sessions, users } from "#db/schema";
import { type LoopWatch, letLoopTurn } from "./stalls.ts";
import type { Subject } from "./subject.ts";

/** Numbers of distinct live tokens that are used in turn. */
export const TOKEN_SETS = [1_000, 20_000, 50_000] as const;
/** Number of requests that are timed at least. */
const REQUESTS = 50_000;

type Read = { readonly path: string; readonly token: string };

/**
 * Measures a request with so many distinct live tokens in turn, each of its own session, after every one was seen once;
 * and watches the loop, also while the largest organization, which two fifths of them are for, is changed once.
 * @returns processor time of one request in µs; null when the database has fewer live sessions
 */
export async function measureTokens(subject: Subject, count: number, loop: LoopWatch): Promise<number | null> {
	const reads = await readTokens(subject, count);
	if (reads.length < count) return null;
	Bun.gc(true); // What was read to find the sessions is not collected while the loop is observed.
	await loop.observe(true);
	await go(subject, reads, reads.length);
	const requests = Math.max(REQUESTS, reads.length);
	const before = process.cpuUsage();
	await go(subject, reads, requests);
	const used = process.cpuUsage(before);
	const { giantPath, owner } = subject;
	const body = { timezone: count % 2 === 0 ? "Asia/Seoul" : "Asia/Tokyo" };
	await subject.ask({ method: "PATCH", path: `${giantPath}/settings`, token: owner.token, body });
	await loop.observe(false);
	return (used.user + used.system) / requests;
}

async function go(subject: Subject, reads: readonly Read[], requests: number): Promise<void> {
	let turnedMs = performance.now();
	for (let n = 0; n < requests; n++) {
		const read = reads[n % reads.length];
		if (read === undefined) continue;
		const response = await subject.send({ method: "GET", ...read });
		if (response.status !== 200) throw new Error(`GET ${read.path}: ${response.status} ${await response.text()}`);
		await response.text();
		if (performance.now() - turnedMs < 1) continue;
		await letLoopTurn();
		turnedMs = performance.now();
	}
}

/** Returns requests with tokens of live sessions, in an order that has nothing to do with that of their rows. */
async function readTokens({ store, nowMs, tokenOf }: Subject, count: number): Promise<Read[]> {
	const isLive = and(
		eq(organizations.state, "active"),
		isNull(sessions.revokedAtMs),
		eq(sessions.epoch, users.sessionEpoch),
		isNotNull(sessions.orgId),
		gt(sessions.idleExpiresAtMs, nowMs() + 3_600_000),
	);
	const rows = await store.acrossTenants.db
		.select({ id: sessions.id, userId: sessions.userId, orgId: memberships.orgId, role: memberships.role })
		.from(sessions)
		.innerJoin(memberships, and(eq(memberships.orgId, sessions.orgId), eq(memberships.userId, sessions.userId)))
		.innerJoin(organizations, eq(organizations.id, sessions.orgId))
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(isLive);
	const shuffled = rows.map((row) => ({ row, key: Bun.hash(row.id) })).sort((a, b) => (a.key < b.key ? -1 : 1));
	const readers = shuffled.filter(({ row: { role } }) => role !== "billing" && role !== "guest").slice(0, count);
	const reads = readers.map(async ({ row }) => ({
		path: `/orgs/${row.orgId}?fields=id`,
		token: await tokenOf(row, row.role),
	}));
	return Promise.all(reads);
}
