import { afterAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditEntries } from "#db/schema/index";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { issueInvoice } from "#tests/support/invoices";
import { startStripe } from "#tests/support/stripe-server";
import { inProcessDescribe } from "#tests/support/target";

const stripe = startStripe();
afterAll(() => stripe.close());
const api = await useHarness({ env: stripe.env });
const { jobs } = api.parley.services;

const send = ({ token, orgId }: SignedIn, method: string, path: string, body?: unknown) =>
	api.request(method, `/orgs/${orgId}/billing/${path}`, { token, ...(body !== undefined && { body }) });
const add = (owner: SignedIn, token: string) => send(owner, "POST", "payment-methods", { token });
const methods = async (owner: SignedIn) => (await send(owner, "GET", "payment-methods")).body.data;
const invoice = async (owner: SignedIn, id: string) => (await send(owner, "GET", `invoices/${id}`)).body.data;
const balance = async (owner: SignedIn) => (await send(owner, "GET", "account")).body.data.balanceMinor;
const collect = () => jobs.runDue("payments.charge");
const charges = () => stripe.requests.filter((each) => each.startsWith("POST /v1/payment_intents"));
const intentOf = (id: string) => [...stripe.intents.values()].filter(({ metadata }) => metadata.invoiceId === id);

/** Returns what is in the audit log of an organization. */
const actionsOf = async (orgId: string) => {
	const { db } = api.store.acrossTenants;
	const entries = await db.select().from(auditEntries).where(eq(auditEntries.orgId, orgId));
	return entries.map(({ action }) => action);
};

/** Has Stripe tell something; acts on it. */
async function tell(event: Record<string, unknown>, { signedAtMs = api.nowMs(), tamper = "" } = {}) {
	const { raw, signature } = stripe.sign(event, signedAtMs);
	const headers = { "content-type": "application/json", "stripe-signature": signature };
	const response = await api.post("/billing/stripe/webhook", undefined, { raw: raw + tamper, headers });
	await jobs.runDue("payments.event");
	return response;
}
const eventOf = (id: string, type: string, object: object) => ({
	id,
	object: "event",
	type,
	created: 1,
	data: { object },
});

// The jobs run in this process; a binary runs its own.
inProcessDescribe("A payment method", () => {
	test("is added by its token, listed, and removed; the provider has the number", async () => {
		const owner = await api.createOrganization();

		const added = await add(owner, "pm_first");
		expect(added.status).toBe(201);
		expect(added.body.data).toMatchObject({ type: "card", last4: "4242", isDefault: true });
		await add(owner, "pm_second");
		expect((await methods(owner)).map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([false, true]);
		// Adding it again makes it the default, and is no second one.
		await add(owner, "pm_first");
		const [first, second] = await methods(owner);
		expect([first.isDefault, second.isDefault]).toEqual([true, false]);
		expect((await send(owner, "DELETE", `payment-methods/${first.id}`)).status).toBe(204);
		expect(await methods(owner)).toMatchObject([{ id: second.id, isDefault: true }]);
	});

	test("that is the number of a card is refused, and goes nowhere", async () => {
		const owner = await api.createOrganization();

		for (const token of ["4242424242424242", "4242 4242 4242 4242", "pm_4242424242424242"]) {
			const refused = await add(owner, token);
			expect(refused.body.error.errors).toMatchObject([{ path: "/token", code: "card_number" }]);
			expect(refused.text).not.toMatch(/4242 ?4242/);
		}
		expect((await add(owner, "tok_visa")).body.error.errors).toMatchObject([
			{ path: "/token", code: "invalid_format" },
		]);
		expect((await add(owner, "pm_unknown")).body.error.errors).toMatchObject([{ path: "/token", code: "refused" }]);
		expect(stripe.requests.join()).not.toMatch(/4242 ?4242/);
		expect(api.logged.join()).not.toMatch(/4242 ?4242/);
	});

	test("cannot be removed by another organization, nor the links lead elsewhere", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		await add(owner, "pm_mine");
		await add(other, "pm_theirs");
		const [mine] = await methods(owner);

		expect((await send(other, "DELETE", `payment-methods/${mine.id}`)).status).toBe(404);
		const link = (body: object) => send(owner, "POST", "links", body);
		expect((await link({ page: "portal" })).body.data.url).toStartWith("https://billing_portal.");
		expect((await link({ page: "checkout", returnUrl: `${api.config.publicUrl.href}/x` })).status).toBe(200);
		for (const returnUrl of ["https://evil.example/", "javascript:alert(1)", "//evil.example"])
			expect((await link({ page: "portal", returnUrl })).status).toBe(422);
	});
});

inProcessDescribe("An invoice", () => {
	test("is collected once, with the id of the payment as the key", async () => {
		const owner = await api.createOrganization();
		await add(owner, "pm_good");
		const { id, number } = await issueInvoice(api, owner.orgId, [1_900]);

		await collect();
		expect(await invoice(owner, id)).toMatchObject({ status: "paid", amountPaidMinor: 1_900 });
		expect(intentOf(id)).toMatchObject([{ amount: 1_900, currency: "eur" }]);
		expect(charges().at(-1)).toContain(`description=${number}`);
		await collect();
		expect(intentOf(id)).toHaveLength(1);
	});

	test("waits for a way to pay, and is collected when there is one", async () => {
		const owner = await api.createOrganization();
		const { id } = await issueInvoice(api, owner.orgId, [500]);
		await collect();
		expect(await invoice(owner, id)).toMatchObject({ status: "open" });

		await add(owner, "pm_late");
		await collect();
		expect(await invoice(owner, id)).toMatchObject({ status: "paid" });
	});

	test("that is declined stays open, is announced, and is tried again days later", async () => {
		const owner = await api.createOrganization();
		await add(owner, "pm_declined");
		const { id } = await issueInvoice(api, owner.orgId, [700]);

		await collect();
		expect(await invoice(owner, id)).toMatchObject({ status: "open", amountDueMinor: 700 });
		expect(await actionsOf(owner.orgId)).toContain("payment.fail");
		await collect();
		expect(intentOf(id)).toHaveLength(1);
		api.advanceMs(3 * 86_400_000);
		await collect();
		expect(intentOf(id)).toHaveLength(2);
	});

	test("that takes long is paid when the provider says so, whatever else it says, how often and in which order", async () => {
		const owner = await api.createOrganization();
		await add(owner, "pm_slow");
		const { id } = await issueInvoice(api, owner.orgId, [900]);
		await collect();
		const [intent] = intentOf(id);
		if (intent === undefined) throw new Error("nothing was charged");
		expect(await invoice(owner, id)).toMatchObject({ status: "open" });

		stripe.succeed(intent.id);
		const succeeded = eventOf("evt_done", "payment_intent.succeeded", intent);
		expect((await tell(succeeded)).status).toBe(200);
		expect((await tell(succeeded)).status).toBe(200);
		await tell(eventOf("evt_old", "payment_intent.payment_failed", { ...intent, status: "requires_payment_method" }));
		expect(await invoice(owner, id)).toMatchObject({ status: "paid", amountPaidMinor: 900 });
		expect(await balance(owner)).toBe(0);
	});

	test("that was paid by other means meanwhile is not paid twice: what comes is owed", async () => {
		const owner = await api.createOrganization();
		await add(owner, "pm_slow_too");
		const { id } = await issueInvoice(api, owner.orgId, [300]);
		await collect();
		const token = await api.signInSystem();
		await api.request("POST", `/orgs/${owner.orgId}/billing/invoices/${id}/pay`, { token, body: {} });

		const [intent] = intentOf(id);
		stripe.succeed(intent?.id ?? "");
		await tell(eventOf("evt_twice", "payment_intent.succeeded", intent ?? {}));
		expect(await invoice(owner, id)).toMatchObject({ status: "paid", amountPaidMinor: 300 });
		expect(await balance(owner)).toBe(300);
		expect(await actionsOf(owner.orgId)).toContain("invoice.overpay");
	});

	test("is paid by what was on its way when the account was given to another provider, and charged no more", async () => {
		const owner = await api.createOrganization();
		await add(owner, "pm_slow_still");
		const { id } = await issueInvoice(api, owner.orgId, [800]);
		const later = await issueInvoice(api, owner.orgId, [400]);
		await collect();
		const token = await api.signInSystem();
		const path = `/orgs/${owner.orgId}/billing/account`;
		await api.request("PATCH", path, { token, body: { provider: "manual" } });

		for (const intent of intentOf(id)) {
			stripe.succeed(intent.id);
			await tell(eventOf("evt_after_all", "payment_intent.succeeded", intent));
		}
		await tell(eventOf("evt_failed_after_all", "payment_intent.payment_failed", intentOf(later.id)[0] ?? {}));
		api.advanceMs(3 * 86_400_000);
		await collect();

		const again = await signedInAgain(owner);
		expect(await invoice(again, id)).toMatchObject({ status: "paid", amountPaidMinor: 800 });
		expect(await balance(again)).toBe(0);
		expect(await invoice(again, later.id)).toMatchObject({ status: "open" });
		expect(intentOf(later.id)).toHaveLength(1);
	});

	test("is charged once although the provider fails at first", async () => {
		const owner = await api.createOrganization();
		await add(owner, "pm_after_all");
		const { id } = await issueInvoice(api, owner.orgId, [250]);

		stripe.fail(500);
		await collect();
		stripe.fail(0);
		expect(await invoice(owner, id)).toMatchObject({ status: "open" });
		api.advanceMs(3_600_000);
		await collect();
		expect(intentOf(id)).toHaveLength(1);
		expect(await invoice(await signedInAgain(owner), id)).toMatchObject({ status: "paid" });
	});
});

/** Signs in again, once a token has expired. */
async function signedInAgain({ email, orgId, userId }: SignedIn): Promise<SignedIn> {
	const { body } = await api.post("/auth/login", { email, password: "a perfectly long password", orgId });
	return { email, orgId, userId, ...api.as(body.access_token) };
}

describe("What claims to come from the provider", () => {
	test("is refused unless it is signed, unchanged and recent", async () => {
		const event = eventOf("evt_forged", "payment_intent.succeeded", {
			object: "payment_intent",
			id: "pi_x",
			customer: "cus_x",
		});

		expect((await tell(event)).status).toBe(200);
		expect((await tell(event, { tamper: " " })).status).toBe(400);
		for (const offMs of [-301_000, 301_000])
			expect((await tell(event, { signedAtMs: api.nowMs() + offMs })).status).toBe(400);
		expect((await tell({ ...event, id: "evt_nearly" }, { signedAtMs: api.nowMs() + 299_000 })).status).toBe(200);
		const headers = { "content-type": "application/json" };
		expect((await api.post("/billing/stripe/webhook", undefined, { raw: "{}", headers })).status).toBe(400);
	});

	inProcessDescribe("about methods", () => {
		test("is followed by a look at what there is now", async () => {
			const owner = await api.createOrganization();
			await add(owner, "pm_one");
			const customer = [...stripe.requests]
				.reverse()
				.join()
				.match(/cus_\d+/)?.[0];
			stripe.detach("pm_one");

			await tell({
				...eventOf("evt_gone", "payment_method.detached", { id: "pm_one", object: "payment_method", customer: null }),
				data: { object: { id: "pm_one", object: "payment_method", customer: null }, previous_attributes: { customer } },
			});
			expect(await methods(owner)).toEqual([]);
		});
	});
});
