/** Mails to those who pay for an organization: what becomes of its invoices, each of it once. */
import { afterAll, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { issueInvoice } from "#tests/support/invoices";
import { openMailHarness } from "#tests/support/mail-harness";
import { startStripe } from "#tests/support/stripe-server";
import { inProcessDescribe } from "#tests/support/target";

const stripe = startStripe();
afterAll(() => stripe.close());
const mailed = await forThisFile(openMailHarness({ BILLING_ENFORCEMENT: "hard", ...stripe.env }));
const { api, mailbox } = mailed;
const DAY_MS = 24 * 60 * 60 * 1_000;
const ABOUT_BILLING = /invoice|rechnung|paid|bezahlt/i;

/** Lets days pass, with everything that is due meanwhile. */
async function days(count: number): Promise<void> {
	for (let n = 0; n < count; n++) {
		api.advanceMs(DAY_MS);
		await mailed.deliver();
	}
}

/** Returns the subjects of the mails about billing to an address, once all are sent. */
async function subjectsTo(email: string): Promise<string[]> {
	await mailed.deliver();
	return mailbox
		.received(email)
		.map(({ subject }) => String(subject))
		.filter((subject) => ABOUT_BILLING.test(subject));
}

/** Creates an organization with an owner, one who looks after its billing and a member, whose account has an address. */
async function openSchool() {
	const system = await api.signInSystem();
	const body = { name: "Green Valley", orgType: "business", settings: { timezone: "UTC", defaultLanguage: "de-DE" } };
	const orgId: string = (await mailed.post("/orgs", body, system)).body.data.id;
	const emailOf = async (role: "owner" | "billing" | "member") => {
		const email = await mailed.registered();
		await api.enroll((await mailed.login(email)).body.user.id, orgId, role);
		return email;
	};
	const people = { owner: await emailOf("owner"), billing: await emailOf("billing"), member: await emailOf("member") };
	const account = newAddress();
	const send = async (method: string, path: string, sent: object) =>
		api.request(method, `/orgs/${orgId}/billing/${path}`, { token: await api.signInSystem(), body: sent });
	await send("PATCH", "account", { email: account });
	return { orgId, ...people, account, send };
}

inProcessDescribe("those who pay for an organization", () => {
	test("learn of an invoice, that it is overdue, of the suspension, and that everything is paid", async () => {
		const { orgId, send, owner, billing, member, account } = await openSchool();
		await send("PATCH", "account", { provider: "manual" });
		await send("POST", "plan", { planCode: "team", seats: 5 });
		await days(29);
		const list = await api.request("GET", `/orgs/${orgId}/billing/invoices`, { token: await api.signInSystem() });
		const { id, number } = list.body.data[0];
		await send("POST", `invoices/${id}/pay`, {});

		const expected = [
			`Invoice ${number} for Green Valley`,
			`Invoice ${number} for Green Valley is overdue`,
			"Green Valley is suspended because an invoice was not paid",
			"Everything is paid: Green Valley",
		];
		expect(await subjectsTo(owner)).toEqual(expected);
		expect(await subjectsTo(billing)).toEqual(expected);
		expect(await subjectsTo(member)).toEqual([]);
		expect(await subjectsTo(account)).toEqual([
			`Rechnung ${number} für Green Valley`,
			`Die Rechnung ${number} für Green Valley ist überfällig`,
			"Green Valley ist gesperrt, weil eine Rechnung nicht bezahlt wurde",
			"Alles ist bezahlt: Green Valley",
		]);
		expect(mailbox.received(account)[0]?.text).toContain("49,00\u00a0€");
	}, 120_000);

	test("learn once that an invoice cannot be collected, however often it is tried", async () => {
		const { orgId, send, owner } = await openSchool();
		await send("POST", "payment-methods", { token: "pm_declined" });
		const { number } = await issueInvoice(api, orgId, [1_900]);
		await days(9);

		expect((await subjectsTo(owner)).sort()).toEqual([
			`Invoice ${number} for Green Valley`,
			`Invoice ${number} for Green Valley could not be collected`,
		]);
	}, 120_000);
});
