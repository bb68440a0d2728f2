import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OpenApiDocument } from "#http/openapi/document";
import type { OperationObject } from "#http/openapi/types";
import { queryOf } from "#tests/samples/index";
import { createResources } from "#tests/samples/resources";
import { type CountedApplication, openCountedApplication } from "#tests/support/counted-application";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();

/** How often each page is read. */
const READS = 5;

/** Returns all lists that have pages, by their paths. */
const listsOf = (document: OpenApiDocument): [path: string, operation: OperationObject][] =>
	Object.entries(document.paths).flatMap(([path, { get }]) =>
		get?.parameters.some((parameter) => "name" in parameter && parameter.name === "cursor") ? [[path, get]] : [],
	);

inProcessDescribe("a list", () => {
	let system: string;
	let owner: SignedIn;
	let resources: Readonly<Record<string, string>>;
	let counted: CountedApplication;
	beforeAll(async () => {
		counted = await openCountedApplication(api, "off");
		system = await api.signInSystem();
		owner = await api.createOrganization();
		resources = await createResources(api, owner);
		for (let n = 0; n < 4; n++) {
			const other = await api.createOrganization();
			if (n % 2 === 0) await api.request("POST", `/orgs/${other.orgId}/suspend`, { token: other.token, body: {} });
			if (n === 0)
				await api.request("POST", `/orgs/${other.orgId}/suspend`, { token: system, body: { reasonCode: "security" } });
		}
	});
	afterAll(() => counted.close());

	test("asks the database as often for a long page as for a short one, whatever fields it shows", async () => {
		const lists = listsOf(await counted.parley.document());
		const read = ([path, operation]: (typeof lists)[number], limit: number) => {
			const ids: Readonly<Record<string, string>> = { ...resources, userId: owner.userId };
			const concrete = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
			const token = operation["x-system-only"] ? system : owner.token;
			return counted.request("GET", `${concrete}?fields=*&limit=${limit}&${queryOf(operation)}`, { token });
		};
		/**
		 * Reads several times, and returns how often the database was asked at least: a cache has just let go, or a connection
		 * of the pool sees a statement for the first time, which Postgres then describes in a round trip of its own.
		 */
		const readSettled = async (list: (typeof lists)[number], limit: number) => {
			const first = await read(list, limit);
			let { asked } = first;
			for (let n = 1; n < READS; n++) asked = Math.min(asked, (await read(list, limit)).asked);
			return { ...first, asked };
		};
		// The first time, statements are prepared and caches filled.
		for (const list of lists) for (const limit of [1, 200]) await read(list, limit);

		const costs: { path: string; rows: unknown[]; asked: unknown[] }[] = [];
		for (const list of lists) {
			const [short, long] = [await readSettled(list, 1), await readSettled(list, 200)];
			costs.push({
				path: list[0],
				rows: [short.body.data.length, long.body.data.length > 3],
				asked: [short.asked, long.asked],
			});
		}

		expect(lists.length).toBeGreaterThan(4);
		expect(costs).toEqual(costs.map(({ path, asked }) => ({ path, rows: [1, true], asked: [asked[0], asked[0]] })));
	});

	test("of organizations shows each one's own suspension", async () => {
		const path = "/orgs?sort=createdAt&fields=state,suspension";
		const { body } = await counted.request("GET", path, { token: system });

		const shown = body.data.map(({ state, suspension }: { state: string; suspension: { blocks: object[] } | null }) => [
			state,
			...(suspension?.blocks ?? []),
		]);
		const owners = expect.objectContaining({ authority: "owner", reasonCode: expect.any(String) });
		const operators = expect.objectContaining({ authority: "security" });
		expect(shown).toEqual([
			["active"],
			["suspended", owners, operators],
			["active"],
			["suspended", owners],
			["active"],
		]);
	});
});
