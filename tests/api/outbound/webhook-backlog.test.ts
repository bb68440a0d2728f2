/** An organization with a million deliveries that wait, beside others. */
import { afterAll, expect } from "bun:test";
import { eq } from "drizzle-orm";
import { events, organizationLedgers } from "#db/schema";
import { newId } from "#kernel/ids";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { inProcessTest } from "#tests/support/target";
import { eventsOf } from "#tests/support/traces";

/** As many as an organization may have, and as many events as make a million deliveries. */
const [WEBHOOKS, EVENTS] = [20, 50_000];
/** Rows of a statement, within what both engines take. */
const BATCH = 2_500;
/** Deliveries of the organization with the backlog that may come between a change of another one and its delivery. */
const MAX_BETWEEN = 500;

const receiver = await startReceiver();
afterAll(() => receiver.close());
const api = await useHarness({ env: RECEIVER_ENV, isServed: true });

const rename = ({ orgId, token }: SignedIn, name: string) =>
	api.request("PUT", `/orgs/${orgId}`, { token, body: { name } });

async function register({ orgId, token }: SignedIn, path: string): Promise<void> {
	const body = { url: receiver.url(path), payload: "thin", eventTypes: ["org.updated"] };
	const { status } = await api.request("POST", `/orgs/${orgId}/webhooks`, { token, body });
	expect(status).toBe(201);
}

/** Repeats the last event of an organization, so that all its webhooks are behind by that much. */
async function addEvents({ orgId }: SignedIn): Promise<void> {
	const last = (await eventsOf(api.store, orgId)).at(-1);
	if (last === undefined) throw new Error("the organization has no event");
	for (let at = 1; at <= EVENTS; at += BATCH) {
		const rows = Array.from({ length: BATCH }, (_, n) => ({
			...last,
			id: newId("evt"),
			sequence: last.sequence + at + n,
		}));
		await api.store.db.insert(events).values(rows);
	}
	const eventSequence = last.sequence + EVENTS;
	await api.store.db.update(organizationLedgers).set({ eventSequence }).where(eq(organizationLedgers.orgId, orgId));
}

inProcessTest("a million deliveries of one organization that wait delay none of another", async () => {
	const [busy, other] = [await api.createOrganization(), await api.createOrganization()];
	for (let n = 0; n < WEBHOOKS; n++) await register(busy, "/busy");
	await register(other, "/other");
	await rename(busy, "Begin");
	await receiver.got(WEBHOOKS, "/busy");
	await addEvents(busy);
	await rename(busy, "Behind");
	await receiver.got(WEBHOOKS * 10, "/busy");

	const between: number[] = [];
	for (let n = 1; n <= 5; n++) {
		const before = receiver.at("/busy").length;
		expect((await rename(other, `Name ${n}`)).status).toBe(200);
		await receiver.got(n, "/other");
		between.push(receiver.at("/busy").length - before);
	}

	expect(receiver.at("/busy").length).toBeLessThan((WEBHOOKS * EVENTS) / 10);
	expect(Math.max(...between)).toBeLessThan(MAX_BETWEEN);
	expect(receiver.at("/other").map(({ body }) => body.type)).toEqual(Array(5).fill("org.updated"));
});
