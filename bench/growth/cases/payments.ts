import { signEvent } from "#tests/support/stripe-server";
import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const METHODS = "/billing/payment-methods";

/** Organizations that are made for a round. */
const MOST = 50;

const newMethod = (): { readonly token: string } => ({ token: `pm_${crypto.randomUUID().replaceAll("-", "")}` });

/** Returns the path of the ways to pay of a new organization each: those of one change one after the other. */
async function newOrganizations({ ask, admin: { token } }: Subject, count: number): Promise<string[]> {
	const school = { method: "POST", path: "/orgs", token, body: { name: "A School", orgType: "education" } };
	const made = await Promise.all(times(count, () => ask(school)));
	return made.map(({ data }) => `/orgs/${data.id}${METHODS}`);
}

/** Gives each of these a way to pay, and returns their paths. */
async function add({ ask, admin: { token } }: Subject, paths: readonly string[]): Promise<string[]> {
	const made = await Promise.all(paths.map((path) => ask({ method: "POST", path, token, body: newMethod() })));
	return made.map(({ data }, n) => `${paths[n]}/${data.id}`);
}

/** Operations on how organizations pay: by Stripe, a stand-in of which answers in this process. */
export const PAYMENT_CASES: readonly Case[] = [
	{
		operation: "listPaymentMethods",
		async calls(subject, count) {
			const [path = ""] = await newOrganizations(subject, 1);
			await add(subject, [path]);
			return times(count, () => ({ method: "GET", path, token: subject.admin.token }));
		},
	},
	{
		operation: "addPaymentMethod",
		most: MOST,
		async calls(subject, count) {
			const paths = await newOrganizations(subject, count);
			return paths.map((path) => ({ method: "POST", path, token: subject.admin.token, body: newMethod() }));
		},
	},
	{
		operation: "removePaymentMethod",
		most: MOST,
		async calls(subject, count) {
			const paths = await add(subject, await newOrganizations(subject, count));
			return paths.map((path) => ({ method: "DELETE", path, token: subject.admin.token }));
		},
	},
	{
		operation: "createBillingLink",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({ method: "POST", path: `${giantPath}/billing/links`, token, body: { page: "portal" } })),
	},
	{
		operation: "receiveStripeEvent",
		calls: ({ nowMs }, count) =>
			times(count, () => {
				const event = { id: `evt_${crypto.randomUUID()}`, object: "event", type: "ping", data: { object: {} } };
				const { raw, signature } = signEvent(event, nowMs());
				return {
					method: "POST",
					path: "/billing/stripe/webhook",
					raw: Buffer.from(raw),
					headers: {
						"content-type": "application/json",
						"content-length": String(Buffer.byteLength(raw)),
						"stripe-signature": signature,
					},
				};
			}),
	},
];
