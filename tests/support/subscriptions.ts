import { type Harness, PASSWORD, type SignedIn } from "./harness.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns how tests subscribe to plans, let time pass, and act as the operator. */
export function subscribing(api: Harness) {
	/** Sends a request as an owner, who signs in again each time: tokens do not last for days. */
	async function send(owner: SignedIn, method: string, of: string, body?: object) {
		const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
		const token = (await api.request("POST", "/auth/login", { body: credentials })).body.access_token;
		return api.request(method, `/orgs/${owner.orgId}${of}`, { token, ...(body && { body }) });
	}

	/** Sends a request as the operator. */
	const operate = async (method: string, path: string, body: object) =>
		api.request(method, path, { token: await api.signInSystem(), body });

	return {
		send,
		operate,
		choose: (owner: SignedIn, body: object) => send(owner, "POST", "/billing/plan", body),
		billingOf: async (owner: SignedIn) => (await send(owner, "GET", "/billing")).body.data,
		invoicesOf: async (owner: SignedIn) => (await send(owner, "GET", "/billing/invoices")).body.data,
		pay: ({ orgId }: SignedIn, invoiceId: string) =>
			operate("POST", `/orgs/${orgId}/billing/invoices/${invoiceId}/pay`, {}),
		changePlan: (code: string, body: object) => operate("PATCH", `/configurations/plans/${code}`, body),

		/** Creates an organization whose periods are months of UTC. */
		inUtc: () => api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } }),

		/** Lets days pass, with everything that is due meanwhile; only in this process. */
		async days(count: number): Promise<void> {
			for (let n = 0; n < count; n++) {
				api.advanceMs(DAY_MS);
				await api.parley.services.jobs.runDue();
			}
		},
	};
}
