import type { Harness, SignedIn } from "../support/harness.ts";
import { ITEMS, MAKERS } from "./index.ts";
import type { Ids } from "./sample.ts";
import { makerIn, openWorld, operationsIn, parametersOf } from "./world.ts";

/** Number of items in each list. */
const COUNT = 4;

/**
 * Creates some resources of every kind that a list of the owner's organization shows, and returns the ids of one of each
 * by the names that paths give them: for tests that try every operation.
 */
export async function createResources(api: Harness, owner: SignedIn): Promise<Ids> {
	const world = await openWorld(api, owner);
	const operations = operationsIn(await api.parley.document());
	const reads = [...operations].filter(([, { method, object }]) => method === "GET" && !object["x-system-only"]);
	const lists = reads.filter(([, { object }]) =>
		object.parameters.some((each) => "name" in each && each.name === "cursor"),
	);

	/** Adds items to a list; what nothing adds to is filled by other samples. */
	async function fill([id, { path }]: (typeof lists)[number]): Promise<void> {
		const [poster] = [...operations].find(([, each]) => each.method === "POST" && each.path === path) ?? [];
		const add = (n: number) =>
			ITEMS[id]?.(world, n) ?? (poster === undefined ? undefined : world.create(poster, { n }));
		let item: unknown;
		for (let n = 0; n < COUNT; n++) item = await add(n);
		const [name] = parametersOf(reads.find(([, each]) => each.path.startsWith(`${path}/{`))?.[1].path ?? "").slice(-1);
		if (name !== undefined && !MAKERS[name] && hasId(item)) world.set({ [name]: item.id });
	}

	for (const list of lists) await fill(list);
	for (const [id] of reads.filter((each) => !lists.includes(each))) await ITEMS[id]?.(world, 0);

	const names = new Set(reads.flatMap(([, { path }]) => parametersOf(path)));
	const ids: Record<string, string> = {};
	for (const name of names) if (name in MAKERS || makerIn(operations, name)) ids[name] = await world.id(name);
	return { ...ids, orgId: owner.orgId };
}

const hasId = (item: unknown): item is { readonly id: string } =>
	typeof item === "object" && item !== null && "id" in item;
