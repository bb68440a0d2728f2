import { Value } from "@sinclair/typebox/value";
import { events } from "#db/schema";
import type { Store } from "#db/store";
import type { Fact } from "#platform/unit-of-work";

/**
 * Lists the invalid events of a database: an undeclared type, or a payload that does not match its schema. Called at the end
 * of each test file, so that every API test checks the payloads of the facts.
 */
export async function findInvalidPayloads(store: Store, facts: ReadonlyMap<string, Fact>): Promise<string[]> {
	const payloads = new Map([...facts.values()].map(({ event, payload }) => [event, payload]));
	const announced = await store.acrossTenants.db.select({ type: events.type, object: events.object }).from(events);
	const faults = announced.flatMap(({ type, object }) => {
		const payload = payloads.get(type);
		if (!payload) return [`${type} is no event of any fact: contribute its facts in module.ts`];
		return [...Value.Errors(payload, object)].map(({ path, message }) => `${type}${path}: ${message}`);
	});
	return Promise.all(
		[...new Set(faults)].map(
			async (fault) => `${await fileOf(fault)}: an event is not what its fact declares: ${fault}`,
		),
	);
}

/** Returns the service that records the event a fault starts with: the one next to the facts that declare it. */
async function fileOf(fault: string): Promise<string> {
	const [event = ""] = fault.split(/[/ ]/);
	for (const path of new Bun.Glob("modules/*/*/facts.ts").scanSync("."))
		if ((await Bun.file(path).text()).includes(`"${event}"`)) return path.replace("facts.ts", "service.ts");
	return "modules/*/*/service.ts";
}
