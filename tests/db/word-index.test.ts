import { describe, expect, test } from "bun:test";
import {
	END_PLACE,
	GAP,
	type Phrase,
	type Place,
	tenantNumber,
	tokenPrefix,
	type WordQuery,
	wordIndex,
} from "#db/word-index";
import { openTestStore } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";

const store = await forThisFile(openTestStore());
const FIRST: Place = { tick: 0, number: 0 };
let last = 0;
/** A tenant of which nothing is stored. */
const newTenant = () => tenantNumber(`org_${++last}`);
const word = (tenant: number, text: string) => tokenPrefix(tenant, "word") + text;
const phrase = (tenant: number, text: string): Phrase => ({
	tokens: text
		.replace("*", "")
		.split(" ")
		.map((each) => (each === GAP ? GAP : word(tenant, each))),
	isPrefix: text.endsWith("*"),
});

/** Stores texts of a tenant, one a second. */
async function put(tenant: number, ...texts: readonly string[]): Promise<void> {
	const documents = texts.map((text, index) => ({
		tick: 8 * (index + 1),
		number: tenant % 1_000,
		tenant,
		tokens: phrase(tenant, text).tokens.join(" "),
	}));
	await store.tx((tx) => wordIndex.put(tx, documents));
}

interface Asked {
	readonly none?: readonly string[];
	readonly anyOf?: readonly string[];
	readonly from?: Place;
	readonly before?: Place;
	readonly take?: number;
}

/** Returns the ticks of the documents that have all of these. */
async function find(tenant: number, all: readonly string[], asked: Asked = {}): Promise<number[]> {
	const { none = [], anyOf, from = FIRST, before = END_PLACE, take = 100 } = asked;
	const query: WordQuery = {
		tenant,
		all: all.map((text) => phrase(tenant, text)),
		none: none.map((text) => phrase(tenant, text)),
		anyOf: anyOf?.map((text) => word(tenant, text)) ?? null,
	};
	return (await wordIndex.find(store.db, query, { from, before, take })).map(({ tick }) => tick / 8);
}

describe("the index of words", () => {
	test.each([
		[["light"], {}, [4, 2, 1]],
		[["light", "bends"], {}, [2, 1]],
		[["light bends"], {}, [1]],
		[["lig*"], {}, [4, 2, 1]],
		[["light be*"], {}, [1]],
		[["light"], { none: ["bends"] }, [4]],
		[["light"], { none: ["light bends", "glass"] }, [2]],
		[["light"], { anyOf: ["glass", "often"] }, [4, 2]],
		[["light"], { take: 2 }, [4, 2]],
		[["light"], { before: { tick: 32, number: 0 } }, [2, 1]],
		[["light"], { from: { tick: 16, number: 0 } }, [4, 2]],
		[["light _ bends"], {}, []],
		[["ligh"], {}, []],
		[["nothing"], {}, []],
	] satisfies [string[], Asked, number[]][])("finds %j with %j, newest first", async (all, asked, expected) => {
		const tenant = newTenant();
		await put(tenant, "light bends", "bends light often", "shade", "light _ glass");

		expect(await find(tenant, all, asked)).toEqual(expected);
	});

	test("finds nothing of another tenant", async () => {
		const [tenant, other] = [newTenant(), newTenant()];
		await put(tenant, "light");

		expect([await find(tenant, ["light"]), await find(other, ["light"]), await find(other, ["li*"])]).toEqual([
			[1],
			[],
			[],
		]);
	});

	test("replaces a document that is stored again", async () => {
		const tenant = newTenant();
		await put(tenant, "lite", "light");

		await put(tenant, "light");

		expect([await find(tenant, ["lite"]), await find(tenant, ["light"])]).toEqual([[], [2, 1]]);
	});

	test("keeps documents apart whose letters are of several bytes", async () => {
		const tenant = newTenant();

		await put(tenant, "größe žluťoučký", "東 京", "plain", "𐐨 end");

		expect(await find(tenant, ["größe žluťoučký"])).toEqual([1]);
		expect(await find(tenant, ["東 京"])).toEqual([2]);
		expect(await find(tenant, ["plain"])).toEqual([3]);
		expect(await find(tenant, ["𐐨 end"])).toEqual([4]);
	});

	test("removes the documents that have a token, in portions", async () => {
		const tenant = newTenant();
		await put(tenant, "light", "light shade", "shade");
		const remove = (limit: number) =>
			store.tx((tx) => wordIndex.removePortion(tx, tenant, word(tenant, "light"), limit));

		const removed = [await remove(1), await remove(1), await remove(1)];

		expect(removed).toEqual([1, 1, 0]);
		expect([await find(tenant, ["light"]), await find(tenant, ["shade"])]).toEqual([[], [3]]);
	});

	test("finds the same while it is rewritten, step by step", async () => {
		const tenant = newTenant();
		for (let n = 0; n < 40; n++)
			await put(tenant, ...Array.from({ length: 50 }, (_, at) => `light word${at} round${n}`));
		const before = await find(tenant, ["light"]);
		const step = (kind: "tidy" | "rewrite") => store.tx((tx) => wordIndex.compact(tx, kind));

		await step("rewrite");
		for (let more = true; more; more = await step("tidy")) expect(await find(tenant, ["light"])).toEqual(before);

		expect(await find(tenant, ["round39"])).toHaveLength(50);
		expect(await find(tenant, ["round38"])).toEqual([]);
	});

	test("keeps places apart up to the last one", async () => {
		const tenant = newTenant();
		const tokens = word(tenant, "light");
		const places = [
			FIRST,
			{ tick: 1, number: END_PLACE.number },
			{ tick: END_PLACE.tick, number: END_PLACE.number - 1 },
		];
		await store.tx((tx) =>
			wordIndex.put(
				tx,
				places.map((place) => ({ ...place, tenant, tokens })),
			),
		);
		const query: WordQuery = { tenant, all: [phrase(tenant, "light")], none: [], anyOf: null };

		const found = await wordIndex.find(store.db, query, { from: FIRST, before: END_PLACE, take: 10 });

		expect(found).toEqual(places.toReversed());
	});
});
