import { afterAll, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { startStripe } from "#tests/support/stripe-server";
import { inProcessDescribe } from "#tests/support/target";

const stripe = startStripe();
afterAll(() => stripe.close());
const api = await useHarness({ env: { ...stripe.env, BILLING_ENFORCEMENT: "hard" } });
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Starts a trial of 14 days at an instant, with what it is paid by afterwards. */
async function startAt(at: string, timezone: string): Promise<SignedIn> {
	api.advanceMs(Date.parse(at) - api.nowMs());
	const owner = await api.createOrganization({ orgType: "business", settings: { timezone } });
	const { orgId, token } = owner;
	const started = await api.request("POST", `/orgs/${orgId}/trial`, { token, body: { planCode: "team" } });
	await api.request("POST", `/orgs/${orgId}/billing/payment-methods`, { token, body: { token: "pm_trial" } });
	expect(started.status).toBe(201);
	return owner;
}

/** Lets days go by, and returns what an administrator of the system sees at the same time of each. */
async function pass<T>(days: number, read: (token: string) => Promise<T>): Promise<T[]> {
	const seen: T[] = [];
	for (let day = 0; day < days; day++) {
		api.advanceMs(DAY_MS);
		await api.parley.services.jobs.runDue();
		seen.push(await read(await api.signInSystem()));
	}
	return seen;
}

const read = async ({ orgId }: SignedIn, rest: string, token: string) =>
	(await api.request("GET", `/orgs/${orgId}${rest}`, { token })).body.data;

inProcessDescribe("a trial", () => {
	test("has as many days of 24 hours when the clocks are changed meanwhile", async () => {
		const owner = await startAt("2030-03-24T22:30:00.000Z", "Europe/Berlin");

		const left = await pass(13, async (token) => (await read(owner, "/trial", token)).daysLeft);

		expect(left).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
		api.advanceMs(DAY_MS - 1);
		await api.parley.services.jobs.runDue();
		expect(await read(owner, "/trial", await api.signInSystem())).toMatchObject({ status: "expiring", daysLeft: 1 });
		api.advanceMs(1);
		await api.parley.services.jobs.runDue();
		expect(await read(owner, "/trial", await api.signInSystem())).toMatchObject({
			status: "converted",
			endsAt: "2030-04-07T22:30:00.000Z",
		});
	});

	test("that ends on February 29 goes on in months that begin on the 29th, at the same local time", async () => {
		const owner = await startAt("2032-02-15T10:00:00.000Z", "Europe/Berlin");

		const seen = await pass(50, async (token) => (await read(owner, "/billing", token)).subscription);

		const periods = seen
			.filter(({ status }) => status === "active")
			.map(({ currentPeriodStart, currentPeriodEnd }) => `${currentPeriodStart} ${currentPeriodEnd}`);
		expect([...new Set(periods)]).toEqual([
			"2032-02-29T10:00:00.000Z 2032-03-29T09:00:00.000Z",
			"2032-03-29T09:00:00.000Z 2032-04-29T09:00:00.000Z",
		]);
	});
});
