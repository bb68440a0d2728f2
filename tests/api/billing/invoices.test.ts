import { beforeEach, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditEntries, events, invoices } from "#db/schema/index";
import { type TestResponse, useHarness } from "#tests/support/harness";
import { issueInvoice, lineOf } from "#tests/support/invoices";
import { codeOf as failureOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness({
	env: {
		BILLING_TAX_RATES: "DE=19 MwSt,CH=8.1 included MWST,CA=5 GST,CA=7 PST",
		BILLING_ISSUER: "Example Meetings Ltd|1 High Street",
		BILLING_INSTRUCTIONS: "IBAN GB00 0000",
	},
});
let system = await api.signInSystem();
// Tests set the clock ahead.
beforeEach(async () => {
	system = await api.signInSystem();
});
const DAY_MS = 86_400_000;
const codeOf = (response: TestResponse) => failureOf(response)[1];

const path = (orgId: string, id = "", action = "") =>
	`/orgs/${orgId}/billing/invoices${id && `/${id}`}${action && `/${action}`}`;
const get = async (token: string, orgId: string, id: string) =>
	(await api.request("GET", path(orgId, id), { token })).body.data;
const account = async (token: string, orgId: string) =>
	(await api.request("GET", `/orgs/${orgId}/billing/account`, { token })).body.data;
const operate = (orgId: string, id: string, action: string, body: unknown = {}, token = system) =>
	api.request("POST", path(orgId, id, action), { token, body });

/** Returns what is in the audit log of an organization. */
const actionsOf = async (orgId: string) => {
	const { db } = api.store.acrossTenants;
	const entries = await db.select().from(auditEntries).where(eq(auditEntries.orgId, orgId));
	return entries.map(({ action }) => action);
};

const numbers = async (): Promise<number[]> => {
	const rows = await api.store.acrossTenants.db
		.select({ number: invoices.number })
		.from(invoices)
		.where(eq(invoices.kind, "invoice"))
		.orderBy(invoices.number);
	return rows.map(({ number }) => Number(number.slice("INV-".length)));
};

describe("an invoice", () => {
	test("adds up its lines and taxes by the country of the account, and is listed newest first", async () => {
		const owner = await api.createOrganization();
		const { token, orgId } = owner;
		const patched = await api.request("PATCH", `/orgs/${orgId}/billing/account`, {
			token,
			body: { name: "Schule Kiel", address: { line1: "Weg 1", postalCode: "24103", city: "Kiel", country: "DE" } },
		});
		expect(patched.status).toBe(200);

		const first = await issueInvoice(api, orgId, [2_900, 333]);
		const second = await issueInvoice(api, orgId, [1]);

		const shown = await get(token, orgId, first.id);
		expect(shown).toMatchObject({
			...{
				kind: "invoice",
				status: "open",
				subtotalMinor: 3_233,
				taxMinor: 614,
				totalMinor: 3_847,
				amountDueMinor: 3_847,
			},
			taxes: [{ name: "MwSt", ratePercent: 19, inclusive: false, amountMinor: 614 }],
			customer: { name: "Schule Kiel", address: ["Weg 1", "24103 Kiel", "DE"] },
			issuer: ["Example Meetings Ltd", "1 High Street"],
		});
		const list = await api.request("GET", path(orgId), { token });
		expect(list.body.data.map((each: { id: string }) => each.id)).toEqual([second.id, first.id]);
	});

	test("uses taxes that prices contain, or several of them, each rounded once", async () => {
		const { token, orgId } = await api.createOrganization();
		const taxesIn = async (country: string, amount: number) => {
			await api.request("PATCH", `/orgs/${orgId}/billing/account`, { token, body: { address: { country } } });
			const { taxes, totalMinor } = await get(token, orgId, (await issueInvoice(api, orgId, [amount])).id);
			return [totalMinor, ...taxes.map(({ amountMinor }: { amountMinor: number }) => amountMinor)];
		};

		expect(await taxesIn("CH", 10_810)).toEqual([10_810, 810]);
		expect(await taxesIn("CA", 1_010)).toEqual([1_132, 51, 71]);
		expect(await taxesIn("FR", 1_010)).toEqual([1_010]);
	});

	test("is paid in parts or at once, but never twice, and voided only while nothing was paid", async () => {
		const { token, orgId } = await api.createOrganization();
		const { id } = await issueInvoice(api, orgId, [1_000]);

		expect(codeOf(await operate(orgId, id, "pay", { amountMinor: 1_001 }))).toBe("validation_failed");
		const part = await operate(orgId, id, "pay", { amountMinor: 400, reference: "First half" });
		expect(part.body.data).toMatchObject({ status: "open", amountDueMinor: 600, amountPaidMinor: 400 });
		expect(codeOf(await operate(orgId, id, "void"))).toBe("state_conflict");
		expect(await actionsOf(orgId)).toEqual(expect.arrayContaining(["invoice.issue", "invoice.pay_part"]));
		const [one, other] = await Promise.all([operate(orgId, id, "pay"), operate(orgId, id, "pay")]);
		expect([one.status, other.status].sort()).toEqual([200, 409]);
		expect(await get(token, orgId, id)).toMatchObject({ status: "paid", amountDueMinor: 0, amountPaidMinor: 1_000 });
	});

	test("is taken back by credit notes, whose taxes are exactly its own", async () => {
		const { token, orgId } = await api.createOrganization();
		await api.request("PATCH", `/orgs/${orgId}/billing/account`, { token, body: { address: { country: "CA" } } });
		const { id, totalMinor, taxMinor } = await issueInvoice(api, orgId, [999]);
		await operate(orgId, id, "pay", { amountMinor: 100 });

		const notes = [];
		for (const amountMinor of [1, 333, 334])
			notes.push(await operate(orgId, id, "credit-notes", { reason: "Outage", amountMinor }));
		expect(codeOf(await operate(orgId, id, "credit-notes", { reason: "Outage", amountMinor: totalMinor }))).toBe(
			"validation_failed",
		);
		notes.push(await operate(orgId, id, "credit-notes", { reason: "All of it" }));
		expect(codeOf(await operate(orgId, id, "credit-notes", { reason: "Again" }))).toBe("state_conflict");

		const made = notes.map(({ body }) => body.data);
		const sum = (name: string) => made.reduce((total, each) => total + each[name], 0);
		expect([sum("totalMinor"), sum("taxMinor"), sum("subtotalMinor")]).toEqual([totalMinor, taxMinor, 999]);
		expect(made.map(({ number }) => number.slice(0, 3))).toEqual(["CN-", "CN-", "CN-", "CN-"]);
		// What was paid is owed to the organization.
		expect(sum("creditGrantedMinor")).toBe(100);
		expect(await account(token, orgId)).toMatchObject({ balanceMinor: 100 });
		expect(await get(token, orgId, id)).toMatchObject({
			status: "paid",
			amountDueMinor: 0,
			correctedMinor: totalMinor,
		});
	});

	test("says what it said, whatever becomes of it, the account and the name of the organization", async () => {
		const { token, orgId } = await api.createOrganization();
		const { id } = await issueInvoice(api, orgId, [500, lineOf(-20, "Proration")]);
		const content = async () => {
			const [row] = await api.store.acrossTenants.db.select().from(invoices).where(eq(invoices.id, id));
			const { state, amountDueMinor, amountPaidMinor, correctedMinor, paidAtMs, version, ...final } = row ?? {};
			return { ...final, paymentReference: null };
		};
		const before = await content();

		await api.request("PUT", `/orgs/${orgId}`, { token, body: { name: "Another name" } });
		await api.request("PATCH", `/orgs/${orgId}/billing/account`, {
			token,
			body: { name: "Someone", address: { country: "DE" } },
		});
		await operate(orgId, id, "pay", { amountMinor: 10 });
		await operate(orgId, id, "credit-notes", { reason: "Part", amountMinor: 20 });
		await operate(orgId, id, "pay");
		await operate(orgId, id, "credit-notes", { reason: "Rest" });
		await operate(orgId, id, "void");

		expect(await content()).toEqual(before);
	});

	inProcessTest("falls overdue once, at its due date, unless it was paid", async () => {
		const { token, orgId } = await api.createOrganization();
		const unpaid = await issueInvoice(api, orgId, [100]);
		const paid = await issueInvoice(api, orgId, [100]);
		await operate(orgId, paid.id, "pay");
		const overdue = async () => {
			await api.parley.services.jobs.runDue("invoices.overdue");
			const found = and(eq(events.orgId, orgId), eq(events.type, "billing.invoice.overdue"));
			return (await api.store.acrossTenants.db.select({ id: events.id }).from(events).where(found)).length;
		};

		api.advanceMs(14 * DAY_MS - 1);
		expect(await overdue()).toBe(0);
		api.advanceMs(1);
		expect([await overdue(), await overdue()]).toEqual([1, 1]);
		const fresh = await api.signInSystem();
		expect(await get(fresh, orgId, unpaid.id)).toMatchObject({ status: "open", overdueAt: expect.any(String) });
		expect(await account(fresh, orgId)).toMatchObject({ delinquent: true });
		await operate(orgId, unpaid.id, "pay", {}, fresh);
		expect(await account(fresh, orgId)).toMatchObject({ delinquent: false });
		expect(token).toBeDefined();
	});
});

describe("numbers", () => {
	test("have no gaps, although invoices are issued at once and some changes fail", async () => {
		const owners = await Promise.all(Array.from({ length: 4 }, () => api.createOrganization()));
		const failing = async () => {
			throw new Error("nothing of this happens");
		};

		const made = await Promise.allSettled(
			Array.from({ length: 24 }, (_, n) =>
				issueInvoice(api, owners[n % 4]?.orgId ?? "", [100 + n], n % 3 === 0 ? { afterwards: failing } : {}),
			),
		);

		expect(made.filter(({ status }) => status === "rejected")).toHaveLength(8);
		const found = await numbers();
		expect(found).toEqual(Array.from({ length: found.length }, (_, index) => index + 1));
	});
});

describe("the wall", () => {
	test("keeps invoices from other organizations, and operations from anybody but the operator", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const { id } = await issueInvoice(api, owner.orgId, [100]);
		const member = await api.addMember(owner, "member");
		const billing = await api.addMember(owner, "billing");
		const read = (orgId: string, token: string) => api.request("GET", path(orgId, id), { token });

		expect(codeOf(await read(owner.orgId, other.token))).toBe("org_mismatch");
		expect(codeOf(await read(other.orgId, other.token))).toBe("not_found");
		expect(codeOf(await read(owner.orgId, member.token))).toBe("insufficient_scope");
		expect((await read(owner.orgId, billing.token)).status).toBe(200);
		for (const action of ["pay", "void", "credit-notes"])
			expect(codeOf(await operate(owner.orgId, id, action, {}, owner.token))).toBe("admin_required");
	});

	test("lets people read and pay while their organization is suspended", async () => {
		const owner = await api.createOrganization();
		const { id } = await issueInvoice(api, owner.orgId, [100]);
		const suspended = await api.request("POST", `/orgs/${owner.orgId}/suspend`, {
			token: await api.signInSystem(),
			body: { reasonCode: "nonpayment" },
		});
		expect(suspended.status).toBe(200);

		expect((await api.request("GET", path(owner.orgId, id), { token: owner.token })).status).toBe(200);
		expect((await api.request("GET", `/orgs/${owner.orgId}/billing/bill`, { token: owner.token })).status).toBe(200);
	});

	test("keeps numbers of cards out of the account, in whatever digits", async () => {
		const { token, orgId } = await api.createOrganization();

		for (const name of ["4242 4242 4242 4242", "card 4242-4242-4242-4242", "４２４２424242424242"]) {
			const refused = await api.request("PATCH", `/orgs/${orgId}/billing/account`, { token, body: { name } });
			expect(refused.body.error.errors).toMatchObject([{ path: "/name", code: "card_number" }]);
			expect(refused.text).not.toMatch(/4242[ -]?4242/);
		}
	});
});

describe("a document", () => {
	test("escapes what people wrote, loads nothing and is in the language of the reader", async () => {
		const { token, orgId } = await api.createOrganization();
		const hostile = `<script>alert(1)</script>"'&`;
		await api.request("PATCH", `/orgs/${orgId}/billing/account`, { token, body: { name: hostile } });
		const { id } = await issueInvoice(api, orgId, [lineOf(123_456_789, "<img src=x onerror=alert(1)>")]);

		const page = await api.request("GET", path(orgId, id), {
			token,
			headers: { accept: "text/html", "accept-language": "de" },
		});

		expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(page.headers.get("content-security-policy")).toMatch(
			/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; .*sandbox$/,
		);
		expect(page.text).toContain("Rechnung");
		expect(page.text).toContain("1.234.567,89");
		expect(page.text).toContain("IBAN GB00 0000");
		expect(page.text).not.toMatch(/<script|<img|onerror="/);
		expect(page.text).toContain("&lt;script&gt;");
		const list = await api.request("GET", path(orgId), { token, headers: { accept: "text/html" } });
		expect(list.text).toContain("Invoices");
	});
});
