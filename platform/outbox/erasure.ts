import type { RunPortions } from "#db/portions";
import type { EventRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Slice } from "#kernel/list";
import { emailKey } from "#kernel/text";
import { listAt, listEvents, redactEvent } from "./repository.ts";

/** Events read at once. */
const PAGE = 500;
/** Events changed in one transaction: fewer than a portion has, so that each is the last. */
const PORTION = 50;

/** Whose name events lose. */
interface NamedInEvents {
	readonly userId: string;
	/** Their address in the form used for comparison. */
	readonly emailKey: string;
	/** The organization whose events do; null: all of them. */
	readonly orgId: string | null;
}

/** People whose names events lose, by their ids and addresses. */
interface Named {
	readonly userIds: ReadonlySet<string>;
	readonly emailKeys: ReadonlySet<string>;
}

/** Members of payloads that name a person, or that people wrote, and what they become, by type of event. */
export type PersonalPayloads = ReadonlyMap<string, Readonly<Record<string, string | null>>>;

/**
 * Erases what names people from the payloads of events; that the events took place stays. Reads the whole log, since it
 * has no index by person: a page at a time, and once for all people of an organization.
 */
export async function eraseFromEvents(
	store: Store,
	inPortions: RunPortions,
	people: readonly NamedInEvents[],
	personal: PersonalPayloads,
): Promise<void> {
	for (const [orgId, some] of Map.groupBy(people, (person) => person.orgId))
		await eraseFromLog(store, inPortions, { orgId, personal, named: namedBy(some) });
}

const namedBy = (people: readonly NamedInEvents[]): Named => ({
	userIds: new Set(people.map(({ userId }) => userId)),
	emailKeys: new Set(people.map(({ emailKey: key }) => key).filter((key) => key !== "")),
});

/** Whose names are erased from which log. */
interface Erased {
	/** Null: the logs of all organizations. */
	readonly orgId: string | null;
	readonly named: Named;
	readonly personal: PersonalPayloads;
}

async function eraseFromLog(store: Store, inPortions: RunPortions, { orgId, named, personal }: Erased): Promise<void> {
	for (let after: Slice["after"] = null; ; ) {
		const page: readonly EventRow[] = await listEvents(store.acrossTenants, orgId, { after, take: PAGE });
		const redacted = page.flatMap((event) => redact(event, named, personal) ?? []);
		for (let at = 0; at < redacted.length; at += PORTION) {
			const portion = redacted.slice(at, at + PORTION);
			await inPortions(async (tx) => {
				await Promise.all(portion.map((event) => redactEvent(tx, event)));
				return portion.length;
			});
		}
		const last = page.at(-1);
		if (last === undefined || page.length < PAGE) return;
		after = [last.orgId, last.sequence];
	}
}

/** Returns an event without what names somebody; undefined when nothing in it does. */
function redact(event: EventRow, people: Named, personal: PersonalPayloads): EventRow | undefined {
	const blanks = personal.get(event.type);
	if (blanks === undefined || !isAbout(event.object, people)) return undefined;
	const object = Object.entries(blanks).reduce(
		(kept, [path, blank]) => withBlank(kept, path.split("."), blank),
		event.object,
	);
	const changes = changesWithout(event, blanks);
	return Bun.deepEquals([object, changes], [event.object, event.changes]) ? undefined : { ...event, object, changes };
}

/** A resource whose events lose what people wrote of it. */
interface Deleted {
	readonly orgId: string;
	/** Its id. */
	readonly id: string;
	/** When something happened to it, in Unix ms. */
	readonly timesMs: readonly number[];
	/** Members that people wrote, and what they become, by type of event. */
	readonly prose: PersonalPayloads;
}

/**
 * Erases from the events of a deleted resource what people wrote of it, in up to about `limit` of them; returns their
 * number: fewer when none are left.
 */
export async function eraseProse(tx: Db, { orgId, id, timesMs, prose }: Deleted, limit: number): Promise<number> {
	let erased = 0;
	for (const atMs of timesMs) {
		for (const event of await listAt(tx, orgId, atMs)) {
			const blanks = prose.get(event.type);
			if (blanks === undefined || event.object.id !== id) continue;
			const bare = withoutProse(event, blanks);
			if (Bun.deepEquals(bare, event)) continue;
			await redactEvent(tx, bare);
			erased++;
		}
		if (erased >= limit) break;
	}
	return erased;
}

const withoutProse = (event: EventRow, blanks: Readonly<Record<string, string | null>>): EventRow => ({
	...event,
	object: { ...event.object, ...blanks },
	changes: changesWithout(event, blanks),
});

/** Returns what an event says of changes, without the values of members. */
const changesWithout = ({ changes }: EventRow, blanks: Readonly<Record<string, string | null>>): EventRow["changes"] =>
	changes?.map((each) => (each.path.slice(1) in blanks ? { ...each, from: null, to: null } : each)) ?? null;

type Members = EventRow["object"];

/** Returns a payload with another value of a member, by the names that lead to it; unchanged where there is none. */
function withBlank(object: Members, [name = "", ...rest]: readonly string[], blank: string | null): Members {
	const value = object[name];
	if (value === undefined || value === null) return object;
	return { ...object, [name]: rest.length === 0 ? blank : withBlank(value as Members, rest, blank) };
}

const isAbout = ({ userId, email }: EventRow["object"], { userIds, emailKeys }: Named): boolean =>
	(typeof userId === "string" && userIds.has(userId)) || (typeof email === "string" && emailKeys.has(emailKey(email)));
