/** Searches over many generated rows give what a plain filter gives, whichever way they are read. */
import { beforeAll, describe, expect, test } from "bun:test";
import { inArray } from "drizzle-orm";
import { memberships, organizations, serviceState, users } from "#db/schema";
import { newId } from "#kernel/ids";
import { foldForSearch, sortKey } from "#kernel/text";
import { useHarness } from "#tests/support/harness";
import { AT_MS, membershipRow, organizationRow, userRow } from "#tests/support/rows";

const api = await useHarness();
const system = await api.signInSystem();
const { db } = api.store;

/** Enough for words of both kinds: those that are followed, and those that are met by reading on. */
const ROWS = 6_000;

/** A generator of repeatable numbers (mulberry32). */
let state = 20_300_101;
function below(limit: number): number {
	state = (state + 0x6d2b79f5) | 0;
	let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const PLACES = ["Zürich", "Łódź", "Århus", "Malmö", "Málaga", "Saint-Étienne", "東京", "Ζάκυνθος", "Вологда"];
const KINDS = ["School", "SCHOOL", "school", "School", "Schoolhouse", "Studio", "Academy"];
/** Common at the end of the list only, so that reading on from its start meets none for long. */
const LATE = "Latecomer";
const ROLES = ["member", "member", "member", "teacher", "guest", "owner"] as const;

interface Item {
	readonly id: string;
	readonly position: number;
	readonly texts: readonly [string, string];
	readonly group: string;
}

const nameOf = (n: number): string =>
	[pick(PLACES), pick(KINDS), `n${below(3_000)}`, ...(n > ROWS * 0.25 ? [LATE] : [])].join(pick([" ", " ", "-", ", "]));

const items = Array.from({ length: ROWS }, (_, n): Item & { readonly name: string; readonly userId: string } => {
	const id = newId("org");
	const name = nameOf(n);
	// Many at the same time, so that ids decide.
	const position = AT_MS + Math.floor(n / 3) * 1_000;
	return { id, userId: newId("usr"), position, name, texts: [name, `slug-${n}`], group: pick(ROLES) };
});

/** The organization of all members, which no search finds. */
const orgId = newId("org");
beforeAll(async () => {
	await db.insert(organizations).values(organizationRow({ id: orgId, name: "&", nameKey: "&", slug: "-" }));
	const rows = items.map(({ id, name, position, texts, group }) =>
		organizationRow({
			id,
			name,
			nameKey: sortKey(name),
			slug: texts[1],
			createdAtMs: position,
			orgType: group === "teacher" ? "education" : "business",
		}),
	);
	const people = items.map(({ userId, name, texts }) =>
		userRow({ id: userId, name, email: `${texts[1]}@b.example`, emailKey: `${texts[1]}@b.example` }),
	);
	const members = items.map(({ userId, position, group }) => ({
		...membershipRow(orgId, userId),
		joinedAtMs: position,
		role: group as (typeof ROLES)[number],
	}));
	for (let from = 0; from < ROWS; from += 500) {
		await db.insert(organizations).values(rows.slice(from, from + 500));
		await db.insert(users).values(people.slice(from, from + 500));
		await db.insert(memberships).values(members.slice(from, from + 500));
	}
	// As in a database that is older than the index.
	await api.store.acrossTenants.db
		.delete(serviceState)
		.where(inArray(serviceState.key, ["search.member", "search.organization"]));
	await api.parley.services.prepare();
}, 120_000);

const wordsIn = (text: string): string[] => foldForSearch(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Reads each text once: every query is compared with all rows some times. */
function memoized<T>(read: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		const value = known.get(text) ?? read(text);
		known.set(text, value);
		return value;
	};
}

/** What begins in a text. 東京 is the only run of letters in which words begin. */
const beginnings = memoized((text) => wordsIn(text).flatMap((word) => (word.includes("東京") ? [word, "京"] : [word])));

/** Whether a plain reading of its texts finds a row. */
function isFound({ texts }: Item, q: string): boolean {
	const words = texts.flatMap(beginnings);
	const searched = wordsIn(q);
	return searched.length > 0 && searched.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

const someWord = (): string => {
	const words = wordsIn(pick(items).name);
	const word = pick(words);
	return word.slice(0, 1 + below(word.length));
};

const QUERIES = [
	...["school", "s", "latecomer", "late zurich", "academy studio", "京", "slug-17", "n1", "n", "zürich school", "-"],
	...Array.from({ length: 25 }, () => Array.from({ length: 1 + below(3) }, someWord).join(pick([" ", "-", ", "]))),
];

const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const keyOf = memoized(sortKey);
const byAge = (a: Item, b: Item): number => a.position - b.position || compareText(a.id, b.id);

/** Reads up to three pages of a list; ends where the plain list ends. */
async function firstPages(path: string, member: string): Promise<{ ids: string[]; isWhole: boolean }> {
	const ids: string[] = [];
	for (let cursor = "", pages = 0; ; pages++) {
		const { body } = await api.request("GET", `${path}${cursor}`, { token: system });
		ids.push(...body.data.map((row: Record<string, string>) => row[member]));
		if (!body.page.hasMore || pages === 2) return { ids, isWhole: !body.page.hasMore };
		cursor = `&cursor=${body.page.nextCursor}`;
	}
}

describe("a search over generated organizations", () => {
	const orders = {
		createdAt: byAge,
		"-createdAt": (a: Item, b: Item) => byAge(b, a),
		name: (a: Item, b: Item) => compareText(keyOf(a.texts[0]), keyOf(b.texts[0])) || compareText(a.id, b.id),
	};

	test.each(QUERIES)("finds and orders what a plain filter does: %s", async (q) => {
		for (const [sort, order] of Object.entries(orders))
			for (const orgType of [null, "education"]) {
				const isListed = (item: Item) => orgType === null || item.group === "teacher";
				const expected = items
					.filter((item) => isListed(item) && isFound(item, q))
					.sort(order)
					.map(({ id }) => id);

				const filter = orgType === null ? "" : `&orgType=${orgType}`;
				const path = `/orgs?q=${encodeURIComponent(q)}&limit=20&fields=id&sort=${sort}${filter}`;
				const { ids, isWhole } = await firstPages(path, "id");

				expect({ sort, orgType, ids }).toEqual({ sort, orgType, ids: expected.slice(0, 60) });
				expect(isWhole).toBe(expected.length <= 60);
			}
	});
});

describe("a search over generated members", () => {
	test.each([...QUERIES, "b.example", "example school", "slug-1@b"])(
		"finds what a plain filter does: %s",
		async (q) => {
			for (const role of [null, "teacher", "owner"]) {
				const expected = items
					.filter(({ group }) => role === null || group === role)
					.filter(({ texts, ...item }) => isFound({ ...item, texts: [texts[0], `${texts[1]}@b.example`] }, q))
					.sort((a, b) => a.position - b.position || compareText(a.userId, b.userId))
					.map(({ userId }) => userId);

				const filter = role === null ? "" : `&role=${role}`;
				const path = `/orgs/${orgId}/members?q=${encodeURIComponent(q)}&limit=20&fields=userId${filter}`;
				const { ids } = await firstPages(path, "userId");

				expect({ role, ids }).toEqual({ role, ids: expected.slice(0, 60) });
			}
		},
	);
});
