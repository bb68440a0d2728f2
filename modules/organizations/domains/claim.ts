import type { DomainRow } from "#db/schema";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { randomToken } from "#kernel/secrets";

/** What a look-up found out about a claim. */
export type Finding = "record_found" | "record_not_found" | "resolver_failed" | "claimed";

/** How long a record is waited for, and looked for again once it is gone, in ms. */
const LIFETIME_MS = 30 * DAY_MS;
/** When a claim is looked up, in ms since it was made; from then on every {@link PENDING_MS}. */
const FIRST_CHECKS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const PENDING_MS = 6 * HOUR_MS;
/** Time between two proofs of a verified domain, in ms, and after one that could not be made. */
const PROOF_MS = DAY_MS;
const RETRY_MS = HOUR_MS;
/** A verified domain lapses when its record was missing so often, and has not been seen for so long. */
const MISSES = 3;
const MISSING_MS = 72 * HOUR_MS;
/** Or when DNS could not be asked for so long: a domain that has expired often fails rather than to be missing. */
const UNKNOWN_MS = 14 * DAY_MS;

/** Returns a claim that has just been made. */
export const newClaim = (orgId: string, domain: string, nowMs: number): DomainRow => ({
	orgId,
	id: domain,
	enrollmentMode: "none",
	defaultRole: "member",
	includeSubdomains: false,
	version: 1,
	createdAtMs: nowMs,
	updatedAtMs: nowMs,
	...freshChallenge(nowMs),
});

/** Returns a claim that is made again: with another record to be created, and its schedule from the start. */
export const claimAgain = (row: DomainRow, nowMs: number): DomainRow => ({
	...touched(row, nowMs),
	...freshChallenge(nowMs),
});

const freshChallenge = (nowMs: number) => ({
	state: "pending" as const,
	challengeToken: randomToken(24),
	claimedAtMs: nowMs,
	expiresAtMs: nowMs + LIFETIME_MS,
	attempts: 0,
	lastCheckedAtMs: null,
	lastError: null,
	nextCheckAtMs: nextOfSchedule(nowMs, nowMs),
	misses: 0,
	provedAtMs: null,
	verifiedAtMs: null,
	proof: null,
});

/** Whether a claim has come to its end, so that it takes another record to prove the domain. */
export const isOver = ({ state, expiresAtMs }: DomainRow, nowMs: number): boolean =>
	state === "failed" || (expiresAtMs !== null && expiresAtMs <= nowMs);

/** Returns a domain that a system administrator vouches for: nothing is looked up any more. */
export const vouchedFor = (row: DomainRow, nowMs: number): DomainRow => ({
	...touched(row, nowMs),
	...VERIFIED,
	verifiedAtMs: row.verifiedAtMs ?? nowMs,
	proof: "manual",
	nextCheckAtMs: null,
});

const VERIFIED = { state: "verified", misses: 0, lastError: null, expiresAtMs: null } as const;

/** Returns a claim of a domain that another organization has proved. */
export const inConflict = (row: DomainRow, nowMs: number): DomainRow => ({
	...touched(row, nowMs),
	state: "conflict",
	lastError: "claimed",
});

/** Returns a claim as it is after a look-up. */
export function afterLookUp(row: DomainRow, finding: Finding, nowMs: number): DomainRow {
	const checked = { ...touched(row, nowMs), attempts: row.attempts + 1, lastCheckedAtMs: nowMs };
	if (finding === "record_found")
		return {
			...checked,
			...VERIFIED,
			provedAtMs: nowMs,
			verifiedAtMs: row.verifiedAtMs ?? nowMs,
			proof: "dns_txt",
			nextCheckAtMs: nowMs + jittered(PROOF_MS),
		};
	const unproved = { ...checked, lastError: finding };
	if (row.state === "verified") return row.proof === "manual" ? unproved : afterMiss(unproved, finding, nowMs);
	if (isOver(row, nowMs)) return { ...unproved, state: "failed", nextCheckAtMs: null };
	const state = finding === "claimed" ? "conflict" : row.state === "lapsed" ? "lapsed" : "pending";
	const nextMs = row.state === "lapsed" ? nowMs + jittered(PROOF_MS) : nextOfSchedule(row.claimedAtMs, nowMs);
	const expiresAtMs = row.expiresAtMs ?? nowMs + LIFETIME_MS;
	return { ...unproved, state, expiresAtMs, nextCheckAtMs: Math.min(nextMs, expiresAtMs) };
}

/** Returns a verified domain that could not be proved again. */
function afterMiss(row: DomainRow, finding: Finding, nowMs: number): DomainRow {
	const isMissing = finding !== "resolver_failed";
	const misses = row.misses + (isMissing ? 1 : 0);
	const unseenMs = nowMs - (row.provedAtMs ?? nowMs);
	const hasLapsed = isMissing ? misses >= MISSES && unseenMs >= MISSING_MS : unseenMs >= UNKNOWN_MS;
	if (!hasLapsed) return { ...row, misses, nextCheckAtMs: nowMs + jittered(isMissing ? PROOF_MS : RETRY_MS) };
	return {
		...row,
		misses,
		state: "lapsed",
		verifiedAtMs: null,
		proof: null,
		expiresAtMs: nowMs + LIFETIME_MS,
		nextCheckAtMs: nowMs + jittered(PROOF_MS),
	};
}

const touched = (row: DomainRow, nowMs: number): DomainRow => ({
	...row,
	version: row.version + 1,
	updatedAtMs: nowMs,
});

function nextOfSchedule(claimedAtMs: number, nowMs: number): number {
	const next = FIRST_CHECKS_MS.find((ms) => claimedAtMs + ms > nowMs);
	return next === undefined ? nowMs + jittered(PENDING_MS) : claimedAtMs + jittered(next);
}

/** Adds up to a twentieth, so that what was claimed together is not looked up together for ever. */
const jittered = (ms: number): number => ms + Math.floor((Math.random() * ms) / 20);
