import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { memberships, organizations, sessions } from "#db/schema";
import type { Measurement } from "./measure.ts";
import { type LoopWatch, letLoopTurn } from "./stalls.ts";
import type { Subject } from "./subject.ts";

/** Numbers of distinct live tokens that are used in turn. */
export const TOKEN_SETS = [1_000, 20_000, 50_000] as const;
/** Number of requests that are timed at least. */
const REQUESTS = 50_000;

/**
 * Measures a request with so many distinct live tokens in turn, each of its own session, after every one was seen once;
 * and watches the loop while the largest organization, which nearly half of them are for, is changed once.
 */
export async function measureTokens(subject: Subject, count: number, loop: LoopWatch): Promise<Measurement> {
	await loop.observe(null);
	const calls = await readTokens(subject, count);
	if (calls.length < count * 0.8) return { micros: Number.NaN, calls: calls.length, rows: null };
	await loop.observe(`tokens ${count}`);
	await go(subject, calls, calls.length);
	const requests = Math.max(REQUESTS, calls.length);
	const before = process.cpuUsage();
	await go(subject, calls, requests);
	const used = process.cpuUsage(before);
	const { giantPath, owner } = subject;
	const body = { timezone: "Asia/Seoul" };
	await subject.ask({ method: "PATCH", path: `${giantPath}/settings`, token: owner.token, body });
	await letLoopTurn();
	return { micros: (used.user + used.system) / requests, calls: requests, rows: null };
}

async function go(
	subject: Subject,
	calls: readonly { path: string; token: string }[],
	requests: number,
): Promise<void> {
	let turnedMs = performance.now();
	for (let n = 0; n < requests; n++) {
		const call = calls[n % calls.length];
		if (call === undefined) continue;
		const response = await subject.send({ method: "GET", ...call });
		if (response.status !== 200) throw new Error(`GET ${call.path}: ${response.status} ${await response.text()}`);
		await response.text();
		if (performance.now() - turnedMs < 1) continue;
		await letLoopTurn();
		turnedMs = performance.now();
	}
}

/** Returns requests with tokens of live sessions, in an order that has nothing to do with that of their rows. */
async function readTokens({ store, nowMs, tokenOf }: Subject, count: number) {
	const rows = await store.acrossTenants.db
		.select({ id: sessions.id, userId: sessions.userId, orgId: memberships.orgId, role: memberships.role })
		.from(sessions)
		.innerJoin(memberships, and(eq(memberships.orgId, sessions.orgId), eq(memberships.userId, sessions.userId)))
		.innerJoin(organizations, eq(organizations.id, sessions.orgId))
		.where(
			and(
				eq(organizations.state, "active"),
				isNull(sessions.revokedAtMs),
				isNotNull(sessions.orgId),
				gt(sessions.idleExpiresAtMs, nowMs() + 3_600_000),
			),
		);
	const shuffled = rows.map((row) => ({ row, key: Bun.hash(row.id) })).sort((a, b) => (a.key < b.key ? -1 : 1));
	const readers = shuffled.filter(({ row: { role } }) => role !== "billing" && role !== "guest").slice(0, count);
	return Promise.all(
		readers.map(async ({ row }) => ({ path: `/orgs/${row.orgId}?fields=id`, token: await tokenOf(row, row.role) })),
	);
}
