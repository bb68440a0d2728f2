import type {
	FailedSignInRow,
	IdempotencyKeyRow,
	KnownDeviceRow,
	OneTimeTokenRow,
	SessionRow,
	SpentRefreshTokenRow,
} from "#db/schema";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { sha256Hex } from "#kernel/secrets";
import { type Random, refreshTokenOf } from "./random.ts";
import type { Person, Population } from "./world.ts";

/** Lifetimes of a session, as the product sets them. */
const ABSOLUTE_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;

const USER_AGENTS = ["Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "Parley/3.1 (iPhone; iOS 19)", null] as const;
const DEVICES = [{ name: "Firefox on Linux" }, { name: "iPhone" }, null] as const;

/** Returns an address of the network for documentation (RFC 5737). */
export const address = (random: Random): string => `203.0.113.${random.below(256)}`;

/**
 * Returns all sessions in the order of their sign-ins: those of the busy person, and as many others, two fifths in the
 * largest organization. Six in seven are alive.
 */
export function sessionRows(random: Random, { world, organizations }: Population): SessionRow[] {
	const { nowMs, giant, sizes } = world;
	const [largest, ...others] = organizations.filter(({ members }) => members.length > 0);
	const rows: SessionRow[] = [];
	for (let n = 0; n < sizes.sessions; n++) {
		const isBusy = n < sizes.sessionsOfOne;
		const inLargest = isBusy || others.length === 0 || random.chance(0.4);
		const organization = inLargest ? largest : random.pick(others);
		if (organization === undefined) break;
		const userId = isBusy ? giant.busy.id : random.pick(organization.members).person.id;
		rows.push(newSession(random, userId, organization.row.id, nowMs));
	}
	return rows.sort((a, b) => a.createdAtMs - b.createdAtMs);
}

function newSession(random: Random, userId: string, orgId: string, nowMs: number): SessionRow {
	const isExpired = random.chance(0.07);
	const createdAtMs = nowMs - (isExpired ? IDLE_MS : 0) - random.below(5 * DAY_MS) - 1;
	const lastSeenAtMs = Math.min(nowMs - 1, createdAtMs + (isExpired ? 0 : random.below(DAY_MS)));
	const id = random.id("ses", createdAtMs);
	const isRevoked = !isExpired && random.chance(0.07);
	return {
		id,
		userId,
		epoch: 1,
		orgId,
		refreshHash: isRevoked ? null : sha256Hex(refreshTokenOf(id)),
		device: random.pick(DEVICES),
		ip: address(random),
		userAgent: random.pick(USER_AGENTS),
		authMethods: ["pwd"],
		createdAtMs,
		lastSeenAtMs,
		expiresAtMs: createdAtMs + ABSOLUTE_MS,
		idleExpiresAtMs: lastSeenAtMs + IDLE_MS,
		revokedAtMs: isRevoked ? lastSeenAtMs : null,
		revokedReason: isRevoked ? "logout" : null,
	};
}

/** Returns refresh tokens that were exchanged: up to four of a session. */
export function* spentTokenRows(random: Random, sessions: readonly SessionRow[]): Generator<SpentRefreshTokenRow> {
	for (const { id, createdAtMs, lastSeenAtMs } of sessions)
		for (let n = random.below(5); n > 0; n--) {
			const spentAtMs = createdAtMs + random.below(lastSeenAtMs - createdAtMs + 1);
			yield { tokenHash: random.digest(), sessionId: id, spentAtMs, successorSealed: null };
		}
}

/** Returns the devices of every second session. */
export function* knownDeviceRows(random: Random, sessions: readonly SessionRow[]): Generator<KnownDeviceRow> {
	for (const [n, { userId, lastSeenAtMs }] of sessions.entries())
		if (n % 2 === 0) yield { userId, deviceHash: random.digest(), lastSeenAtMs };
}

/** Returns failed sign-ins, half as many as sessions; a third for addresses that nobody has. */
export function* failedSignInRows(random: Random, { people, world }: Population): Generator<FailedSignInRow> {
	const count = Math.min(100_000, Math.floor(world.sizes.sessions / 2));
	for (let n = 0; n < count; n++) {
		const occurredAtMs = Math.floor(world.nowMs - 29 * DAY_MS * (1 - n / count));
		yield {
			id: random.id("fsi", occurredAtMs),
			userId: random.chance(0.33) ? null : random.pick(people).id,
			ip: address(random),
			userAgent: random.pick(USER_AGENTS),
			requestId: random.requestId(occurredAtMs),
			reason: "password",
			occurredAtMs,
		};
	}
}

/** Returns one-time tokens of every hundredth person: half of them used. */
export function* oneTimeTokenRows(random: Random, { people, world }: Population): Generator<OneTimeTokenRow> {
	const purposes = ["verify_email", "reset_password", "change_email"] as const;
	for (const [n, { id, email }] of people.entries()) {
		if (n % 100 !== 0) continue;
		const createdAtMs = world.nowMs - random.below(DAY_MS);
		yield {
			tokenHash: random.digest(),
			purpose: random.pick(purposes),
			userId: id,
			email,
			mailed: true,
			createdAtMs,
			expiresAtMs: createdAtMs + DAY_MS,
			usedAtMs: n % 200 === 0 ? createdAtMs + 60_000 : null,
		};
	}
}

/** Returns outcomes of requests with an `Idempotency-Key` in the last day, one for every fifth organization. */
export function* idempotencyRows(random: Random, { organizations, world }: Population): Generator<IdempotencyKeyRow> {
	for (const [n, { row, members }] of organizations.entries()) {
		const author: Person | undefined = members[0]?.person;
		if (n % 5 !== 0 || !author) continue;
		const createdAtMs = world.nowMs - random.below(23 * HOUR_MS);
		yield {
			scope: random.digest(),
			fingerprint: random.digest(),
			orgId: row.id,
			resultSealed: JSON.stringify({ result: { id: row.id, name: row.name, createdBy: author.id } }),
			createdAtMs,
			expiresAtMs: createdAtMs + DAY_MS,
		};
	}
}
