import type { AuditEntryRow, EventRow, OrganizationLedgerRow } from "#db/schema";
import { DAY_MS, rfc3339 } from "#kernel/clock";
import type { FieldChange } from "#kernel/differences";
import type { Principal } from "#kernel/principal";
import { toSummary } from "#modules/organizations/organizations";
import { type AuditTarget, CHAIN_START, type NewAuditEntry, sealEntry } from "#platform/audit-trail";
import { BUILT_IN, DEFAULT_CONFIGURATION } from "#platform/configuration";
import { PLATFORM } from "#platform/unit-of-work";
import type { Random } from "./random.ts";
import { address } from "./sessions.ts";
import { LOG_DAYS, type Member, type Organization, type Population } from "./world.ts";

/** Version of the payloads of events. */
const API_VERSION = "2026-11-01";

/** Rows of the log, in the order in which they were written. */
export interface LogBatch {
	readonly events: readonly EventRow[];
	readonly entries: readonly AuditEntryRow[];
}

/** One thing that happened: its entry, and its event unless it was refused. */
interface Occurrence {
	readonly entry: NewAuditEntry;
	readonly principal: Principal;
	readonly event: { readonly type: string; readonly object: EventRow["object"] } | null;
}

/** The chain of one organization so far. */
interface Chain {
	readonly orgId: string;
	/** Null: the platform itself. */
	readonly organization: Organization | null;
	events: number;
	entries: number;
	head: string;
}

const BATCH = 5_000;
/** Part of the log that belongs to the largest organization, and to the platform. */
const SHARE_OF_LARGEST = 0.3;
const SHARE_OF_PLATFORM = 0.03;

/**
 * Writes events and audit entries of all organizations, interleaved as time interleaves them, each with its valid chain.
 * The first of an organization is its creation.
 * @returns the ledgers, which are true once everything was read
 */
export function createLog(
	random: Random,
	population: Population,
): {
	readonly batches: Generator<LogBatch>;
	readonly ledgers: () => OrganizationLedgerRow[];
} {
	const { organizations, world } = population;
	const chains: Chain[] = [null, ...organizations].map((organization) => ({
		orgId: organization?.row.id ?? PLATFORM,
		organization,
		events: 0,
		entries: 0,
		head: CHAIN_START,
	}));
	const { events: eventCount, auditEntries } = world.sizes;
	const startMs = world.nowMs - LOG_DAYS * DAY_MS;
	let refusalsLeft = auditEntries - eventCount;

	/** Returns what happens as the n-th of all. */
	function happen(chain: Chain, n: number, atMs: number): Occurrence {
		if (chain.entries === 0 && chain.organization) return founding(population, chain.organization);
		// As many of those left as must be refused, so that the numbers come out exactly.
		if (random.below(auditEntries - n) >= refusalsLeft) return happeningIn(random, population, chain, atMs);
		refusalsLeft--;
		return refusal(random, population, chain);
	}

	function* batches(): Generator<LogBatch> {
		let events: EventRow[] = [];
		let entries: AuditEntryRow[] = [];
		for (const [n, place] of orderOf(random, chains.length, auditEntries).entries()) {
			const chain = chains[place];
			if (chain === undefined) continue;
			const foundedAtMs = chain.entries === 0 ? chain.organization?.row.createdAtMs : undefined;
			const occurredAtMs = foundedAtMs ?? Math.floor(startMs + (n / auditEntries) * LOG_DAYS * DAY_MS);
			const happening = happen(chain, n, occurredAtMs);
			const requestId = random.requestId(occurredAtMs);
			entries.push(seal(random, chain, happening, occurredAtMs, requestId));
			if (happening.event) events.push(toEvent(random, chain, happening, occurredAtMs, requestId));
			if (entries.length < BATCH) continue;
			yield { events, entries };
			[events, entries] = [[], []];
		}
		yield { events, entries };
	}

	return {
		batches: batches(),
		ledgers: () =>
			chains.map(({ orgId, events, entries, head }) => ({
				orgId,
				eventSequence: events,
				auditSequence: entries,
				auditHead: head,
			})),
	};
}

/** Returns the places of the chains in the order in which they grow: each at least once if there is room, then by their shares. */
function orderOf(random: Random, chains: number, length: number): Uint32Array {
	const order = new Uint32Array(length);
	for (let n = 0; n < length; n++) {
		const drawn = random.below(1_000_000) / 1_000_000;
		if (n < chains) order[n] = n;
		else if (drawn < SHARE_OF_LARGEST) order[n] = 1;
		else if (drawn < SHARE_OF_LARGEST + SHARE_OF_PLATFORM) order[n] = 0;
		else order[n] = random.below(chains);
	}
	for (let n = length - 1; n > 0; n--) {
		const other = random.below(n + 1);
		[order[n], order[other]] = [order[other] ?? 0, order[n] ?? 0];
	}
	return order;
}

function seal(
	random: Random,
	chain: Chain,
	{ entry, principal }: Occurrence,
	occurredAtMs: number,
	requestId: string,
): AuditEntryRow {
	const sealed = sealEntry(
		entry,
		{ principal, requestId, ip: address(random), userAgent: null },
		{
			orgId: chain.orgId,
			sequence: ++chain.entries,
			id: random.id("aud", occurredAtMs),
			occurredAtMs,
			prevHash: chain.head,
			salt: random.salt(),
		},
	);
	chain.head = sealed.hash;
	return sealed;
}

function toEvent(
	random: Random,
	chain: Chain,
	{ entry, principal, event }: Occurrence,
	occurredAtMs: number,
	requestId: string,
): EventRow {
	return {
		orgId: chain.orgId,
		sequence: ++chain.events,
		id: random.id("evt", occurredAtMs),
		type: event?.type ?? "",
		apiVersion: API_VERSION,
		occurredAtMs,
		requestId,
		actor: { type: principal.kind, id: principal.id },
		object: event?.object ?? {},
		changes: entry.changes.length > 0 ? [...entry.changes] : null,
	};
}

const principalOf = (orgId: string | null, id: string, role: string): Principal => ({
	kind: "user",
	id,
	orgId,
	orgState: "active",
	orgVersion: 1,
	configurationId: BUILT_IN,
	role,
	scopes: new Set(),
	system: role === "system_admin",
	sessionId: null,
	authMethods: ["pwd"],
	statedName: null,
	locale: null,
	guestOf: null,
	isProvisional: false,
});

/** Returns somebody of the organization; the administrator where it has no members. */
function somebody(random: Random, { world }: Population, organization: Organization | null) {
	const member = organization && organization.members.length > 0 ? random.pick(organization.members) : null;
	const principal = member
		? principalOf(organization?.row.id ?? null, member.person.id, member.role)
		: principalOf(null, world.administrator.id, "system_admin");
	return { member, principal };
}

const entryOf = (
	action: string,
	category: NewAuditEntry["category"],
	targets: readonly AuditTarget[],
	changes: readonly FieldChange[] = [],
): NewAuditEntry => ({ action, category, outcome: "success", targets, changes });

function founding({ world }: Population, { row }: Organization): Occurrence {
	return {
		entry: entryOf("organization.create", "organization", [{ type: "organization", id: row.id }]),
		principal: principalOf(null, world.administrator.id, "system_admin"),
		event: {
			type: "org.created",
			object: toSummary({ ...row, state: "active", configuration: DEFAULT_CONFIGURATION }),
		},
	};
}

function refusal(random: Random, population: Population, chain: Chain): Occurrence {
	const { principal } = somebody(random, population, chain.organization);
	const entry = entryOf("auth.login", "auth", [{ type: "user", id: principal.id }]);
	return { entry: { ...entry, outcome: "denied" }, principal, event: null };
}

/** Returns one thing that happens in an organization: mostly sign-ins. */
function happeningIn(random: Random, population: Population, chain: Chain, atMs: number): Occurrence {
	const { organization } = chain;
	const { member, principal } = somebody(random, population, organization);
	const drawn = member && organization ? random.below(100) : 0;
	if (drawn < 62 || !member || !organization) return signIn(random, principal, atMs);
	if (drawn < 78) {
		const sessionIds = [random.id("ses", atMs)];
		const entry = entryOf(
			"auth.logout",
			"auth",
			sessionIds.map((id) => ({ type: "session", id })),
		);
		return {
			entry,
			principal,
			event: { type: "security.signed_out", object: { userId: principal.id, sessionIds, hasMore: false } },
		};
	}
	if (drawn < 90) return memberChange(member, principal, drawn < 85);
	if (drawn < 95) return invitation(random, member, principal, atMs);
	return settingsChange(organization, principal);
}

function signIn(random: Random, principal: Principal, atMs: number): Occurrence {
	const sessionId = random.id("ses", atMs);
	const targets = [
		{ type: "user", id: principal.id },
		{ type: "session", id: sessionId },
	];
	const object = { userId: principal.id, sessionId, authMethods: ["pwd"] };
	return { entry: entryOf("auth.login", "auth", targets), principal, event: { type: "security.signed_in", object } };
}

function memberChange({ person, role, joinedAtMs }: Member, principal: Principal, isNew: boolean): Occurrence {
	const { id: userId, email, name } = person;
	const changes = [{ path: "/role", from: isNew ? null : "guest", to: role }];
	const object = { userId, email, name, role, joinedAt: rfc3339(joinedAtMs) };
	return {
		entry: entryOf(isNew ? "member.add" : "member.change_role", "member", [{ type: "member", id: userId }], changes),
		principal,
		event: { type: isNew ? "org.member.added" : "org.member.role_changed", object },
	};
}

function invitation(random: Random, { person }: Member, principal: Principal, atMs: number): Occurrence {
	const id = random.id("inv", atMs);
	const object = { id, email: person.email, role: "member", expiresAt: rfc3339(atMs + 7 * DAY_MS) };
	return {
		entry: entryOf("invitation.create", "member", [{ type: "invitation", id }]),
		principal,
		event: { type: "org.invitation.created", object },
	};
}

function settingsChange({ row }: Organization, principal: Principal): Occurrence {
	const changes = [{ path: "/settings/timezone", from: "Etc/UTC", to: "Europe/Paris" }];
	return {
		entry: entryOf("organization.update_settings", "organization", [{ type: "organization", id: row.id }], changes),
		principal,
		event: { type: "org.settings_updated", object: toSummary({ ...row, configuration: DEFAULT_CONFIGURATION }) },
	};
}
