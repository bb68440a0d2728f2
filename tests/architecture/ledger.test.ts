import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asc, eq, getTableName, is, Table } from "drizzle-orm";
import type { Browser } from "playwright-core";
import * as schema from "#db/schema/index";
import { auditEntries, events, organizationLedgers, organizations } from "#db/schema/index";
import { FURTHER, perform, SAMPLES } from "../samples/index.ts";
import { useInstallation } from "../samples/installation.ts";
import type { TestWorld } from "../samples/sample.ts";
import { openAuthenticator } from "../support/authenticator.ts";
import { CHROMIUM, hasBrowser, openBrowser } from "../support/browser.ts";
import { findChainFaults } from "../support/chain.ts";
import type { Harness, TestRequest } from "../support/harness.ts";
import { findRepeatedReads, unusedExceptions } from "../support/repeated-reads.ts";
import { TESTED_ELSEWHERE } from "../support/tested-elsewhere.ts";
import { auditOf, eventsOf } from "../support/traces.ts";
import { readRepositories, readSources } from "./source-files.ts";

const { api, mailed, openWorld: openInstalledWorld } = await useInstallation();
let browser: Browser;

/** Returns the audit entries and events of a request in all organizations. */
async function tracesOf({ store, parley }: Harness, requestId: string) {
	await parley.services.jobs.runDue(); // requests of anonymous callers are processed in the background
	const { db } = store.acrossTenants;
	return {
		entries: await db.select().from(auditEntries).where(eq(auditEntries.requestId, requestId)),
		announced: await db.select().from(events).where(eq(events.requestId, requestId)),
	};
}

/** Opens a world with the authenticators of the browser. */
const openWorld = (act?: TestWorld["act"]): Promise<TestWorld> =>
	openInstalledWorld(act, () => openAuthenticator(browser, api.config.publicUrl.href));

/** Returns every organization by id; without what no representation includes. */
async function organizationsIn({ store }: Harness) {
	const rows = await store.acrossTenants.db.select().from(organizations);
	return new Map(rows.map((row) => [row.id, { ...row, deletionAuthority: null }]));
}

/**
 * Performs a sample and returns its response and traces, the organizations it changed without a new version, and the rows
 * it read twice.
 */
async function observe(operation: string) {
	const requestId = crypto.randomUUID();
	let used = api;
	const repeated: string[] = [];
	const act = async (method: string, path: string, options: TestRequest = {}, on = api) => {
		used = on;
		const headers = { ...options.headers, "x-request-id": requestId };
		const found = await findRepeatedReads(() => on.request(method, path, { ...options, headers }));
		repeated.push(...found.repeated);
		return found.made;
	};
	const world = await openWorld(act);
	const before = await organizationsIn(api);
	const response = await perform(world, operation);
	const unversioned = [...(await organizationsIn(api)).values()].filter((row) => {
		const previous = before.get(row.id);
		return previous?.version === row.version && !Bun.deepEquals(previous, row);
	});
	return { response, unversioned, repeated, ...(await tracesOf(used, requestId)) };
}

/** Operations of an authenticator, which is a browser's. */
const isOfPasskeys = (operation: string): boolean => operation.includes("Passkey");

const { facts } = api.parley.services;

/** Returns the service next to the declaration of a fact, which must record it. */
async function recorderOf(name: string): Promise<string> {
	const sources = await readSources("modules/*/*/facts.ts");
	return sources.find(({ text }) => text.includes(`"${name}"`))?.path.replace("facts.ts", "service.ts") ?? "modules";
}

/** Returns the repository of the table that the tenant guard names in a logged failure; `""` when it names none. */
async function repositoryIn(failure: string): Promise<string> {
	const [, table] = /statement on (\w+)/.exec(failure) ?? [];
	const [variable] = Object.entries(schema).find(([, each]) => is(each, Table) && getTableName(each) === table) ?? [];
	const sources = await readRepositories();
	return sources.find(({ text }) => variable !== undefined && text.includes(`(${variable}`))?.path ?? "";
}

async function leavesItsTraces(operation: string): Promise<void> {
	const { records = null } = SAMPLES[operation] ?? {};

	const { response, unversioned, repeated, entries, announced } = await observe(operation);

	const failure = [...api.logged, ...mailed.logged].findLast((line) => line.includes('"level":"error"')) ?? "";
	expect(response.status >= 500 ? `${await repositoryIn(failure)}: ${failure}` : "").toBe("");
	// Browsers are sent on.
	expect(response.status).toBeWithin(200, 400);
	// Instances keep an organization for as long as its version stays.
	expect(unversioned).toEqual([]);
	if (!isOfPasskeys(operation)) expect(repeated).toEqual([]);
	const types = announced.map(({ type }) => type);
	if (records === null) {
		expect([entries, types]).toEqual([[], []]);
		return;
	}
	const fact = facts.get(records);
	if (!fact) throw new Error(`no module contributes the fact ${records}`);
	const isRecorded = entries.some(({ action, outcome }) => action === fact.action && outcome === fact.outcome);
	expect(isRecorded ? "" : `${await recorderOf(fact.name)}: ${operation} must record ${fact.name}`).toBe("");
	if (fact.event === null) expect(types).toEqual([]);
	else expect(types).toContain(fact.event);
}

describe("every mutating operation", () => {
	test("has a sample, and no other has one", async () => {
		const { paths } = await api.parley.document();
		const operations = Object.values(paths).flatMap((item) =>
			Object.entries(item).flatMap(([method, { operationId }]) => (method === "get" ? [] : [operationId])),
		);

		const untried = operations.filter((operation) => !(operation in SAMPLES));
		expect(untried.map((operation) => `tests/samples/<area>/<module>.ts: say what ${operation} records`)).toEqual([]);
		expect(Object.keys(SAMPLES).sort()).toEqual(operations.sort());
	});

	test.each(Object.keys(SAMPLES).filter((operation) => !isOfPasskeys(operation)))(
		"%s is audited and announced under its request id, and reads no row twice",
		leavesItsTraces,
	);

	test("needs every exception from reading a row once", () => {
		expect(unusedExceptions()).toEqual([]);
	});
});

describe("a fact without an operation of its own", () => {
	test.each(Object.entries(FURTHER))("%s is audited, and announced if it has an event", async (name, bringAbout) => {
		const fact = facts.get(name);
		await bringAbout(await openWorld());

		const traces: { actions: string[]; types: string[] } = { actions: [], types: [] };
		for (const { db } of [api.store.acrossTenants, mailed.store.acrossTenants]) {
			traces.actions.push(...(await db.select().from(auditEntries)).map(({ action }) => action));
			traces.types.push(...(await db.select().from(events)).map(({ type }) => type));
		}

		expect(traces.actions).toContain(fact?.action ?? "no such fact");
		if (fact?.event) expect(traces.types).toContain(fact.event);
	});
});

describe.skipIf(!hasBrowser)(`every mutating operation of an authenticator (needs ${CHROMIUM})`, () => {
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(() => browser.close());

	test.each(Object.keys(SAMPLES).filter(isOfPasskeys))(
		"%s is audited and announced, under its request id",
		leavesItsTraces,
	);
});

describe("the ledgers of all organizations, at the end", () => {
	/** Returns the ledgers of all organizations. */
	const ledgersOf = ({ store }: Harness) => store.acrossTenants.db.select().from(organizationLedgers);

	test("number events and entries from 1 without a gap, as many as the ledger says", async () => {
		for (const harness of [api, mailed])
			for (const { orgId, eventSequence, auditSequence } of await ledgersOf(harness)) {
				const numbers = (rows: readonly { sequence: number }[]) => rows.map(({ sequence }) => sequence);
				const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

				expect(numbers(await eventsOf(harness.store, orgId))).toEqual(upTo(eventSequence));
				expect(numbers(await auditOf(harness.store, orgId))).toEqual(upTo(auditSequence));
			}
	});

	test("chain each entry to the previous one; the head is the hash of the last", async () => {
		let checked = 0;
		for (const harness of [api, mailed])
			for (const { orgId, auditHead } of await ledgersOf(harness)) {
				const rows = await auditOf(harness.store, orgId);
				checked += rows.length;

				expect(findChainFaults(rows)).toEqual([]);
				expect(auditHead).toBe(rows.at(-1)?.hash ?? "0".repeat(64));
			}

		expect(checked).toBeGreaterThan(Object.keys(SAMPLES).length);
	});

	test("contain every declared fact, unless another test covers it", async () => {
		const recorded = new Set<string>();
		for (const { store } of [api, mailed])
			for (const { action, outcome } of await store.acrossTenants.db.select().from(auditEntries))
				recorded.add(`${action} ${outcome}`);

		const missing = [...facts.values()].filter(({ action, outcome }) => !recorded.has(`${action} ${outcome}`));

		// What a sample should have recorded and did not is reported by its own test.
		const own = new Set(Object.values(SAMPLES).map(({ records }) => records));
		const untested = missing.map(({ name }) => name).filter((name) => !(name in TESTED_ELSEWHERE || own.has(name)));
		expect(untested.map((name) => `tests/samples/<area>/<module>.ts: bring ${name} about in \`further\``)).toEqual([]);
	});

	test.each(Object.entries(TESTED_ELSEWHERE))("%s is asserted in %s", async (name, path) => {
		const { action, event } = facts.get(name) ?? {};
		const text = await Bun.file(path).text();

		expect(text.includes(`"${action}"`) || text.includes(`"${event}"`)).toBe(true);
	});

	test("contain no request that left an event without an entry", async () => {
		const { db } = api.store.acrossTenants;
		const audited = new Set((await db.select().from(auditEntries)).map(({ requestId }) => requestId));

		const unaudited = (await db.select().from(events)).filter(({ requestId }) => !audited.has(requestId));

		expect(unaudited).toEqual([]);
	});
});

describe("an audit chain", () => {
	async function chain() {
		const owner = await api.createOrganization();
		const change = (name: string) =>
			api.request("PUT", `/orgs/${owner.orgId}`, {
				token: owner.token,
				body: { name, metadata: { note: "Zoë \u2028" } },
			});
		const refuse = () => api.request("POST", `/orgs/${owner.orgId}/resume`, { token: owner.token, body: {} });
		await Promise.all([1, 2, 3, 4, 5].flatMap((n) => [change(`Name ${n}`), refuse()]));
		return { orgId: owner.orgId, rows: await auditOf(api.store, owner.orgId) };
	}

	test("is valid when many write concurrently and some are rejected", async () => {
		const { rows } = await chain();

		expect(rows.filter(({ action }) => action === "organization.update")).toHaveLength(5);
		expect(findChainFaults(rows)).toEqual([]);
	});

	test("is valid when a person is erased: address and device are removed, the rest stays verifiable", async () => {
		const { orgId } = await chain();
		await api.store.db.update(auditEntries).set({ personal: null, salt: null }).where(eq(auditEntries.orgId, orgId));

		const rows = await auditOf(api.store, orgId);

		expect(rows.map(({ personal }) => personal)).toEqual(rows.map(() => null));
		expect(findChainFaults(rows)).toEqual([]);
	});

	test("is invalid where an entry is altered, omitted or moved", async () => {
		const { rows } = await chain();
		const [first, second, ...rest] = rows;
		if (!first || !second) throw new Error("no chain");

		const altered = findChainFaults([{ ...first, actorId: "usr_somebody" }, second, ...rest]);
		const shortened = findChainFaults([second, ...rest]);
		const moved = findChainFaults([second, first, ...rest]);
		const readdressed = findChainFaults([{ ...first, personal: { ip: "203.0.113.1", userAgent: null } }, second]);

		expect(altered).toEqual(["entry 1 was altered"]);
		expect(shortened).toContain("entry 2 follows another");
		expect(moved.length).toBeGreaterThan(2);
		expect(readdressed).toEqual(["personal values of entry 1 were altered"]);
	});

	test("orders events like entries: by the time they were written", async () => {
		const { orgId } = await chain();

		const rows = await api.store.db.select().from(events).where(eq(events.orgId, orgId)).orderBy(asc(events.sequence));

		const times = rows.map(({ occurredAtMs }) => occurredAtMs);
		expect(times).toEqual(times.toSorted((a, b) => a - b));
	});
});
