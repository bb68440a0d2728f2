import { Value } from "@sinclair/typebox/value";
import { events } from "#db/schema";
import type { Store } from "#db/store";
import type { Fact } from "#platform/unit-of-work";

/**
 * What is wrong with the events of a database: a type nobody declared, a payload that is not what its schema says. Asked when
 * a test file ends, so that every test of the API holds the facts to their word.
 */
export async function faultsOfPayloads(store: Store, facts: ReadonlyMap<string, Fact>): Promise<string[]> {
	const payloads = new Map([...facts.values()].map(({ event, payload }) => [event, payload]));
	const announced = await store.acrossTenants.db.select({ type: events.type, object: events.object }).from(events);
	const faults = announced.flatMap(({ type, object }) => {
		const payload = payloads.get(type);
		if (!payload) return [`${type} is no event of any fact: contribute its facts in module.ts`];
		return [...Value.Errors(payload, object)].map(({ path, message }) => `${type}${path}: ${message}`);
	});
	return Promise.all([...new Set(faults)].map(async (fault) => `${await fileOf(fault)}: ${fault}`));
}

/** The service beside the facts that declare the event a fault begins with: it announced something else. */
async function fileOf(fault: string): Promise<string> {
	const [event = ""] = fault.split(/[/ ]/);
	for (const path of new Bun.Glob("modules/*/facts.ts").scanSync("."))
		if ((await Bun.file(path).text()).includes(`"${event}"`)) return path.replace("facts.ts", "service.ts");
	return "modules/*/service.ts";
}
