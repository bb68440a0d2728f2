/** More than a year of an organization's life, and what it is charged for it, added up by hand. */
import { expect, test } from "bun:test";
import { entitledOf } from "#tests/support/entitled";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { use, useAt } = entitledOf(api);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** An invoice or credit note, as far as it is added up. */
type Invoice = Record<"kind" | "number" | "periodStart" | "status", string> &
	Record<"totalMinor" | "amountPaidMinor", number>;

/** Lets time pass until a date, day by day, with everything that is due meanwhile. */
async function until(date: string): Promise<void> {
	const { jobs } = api.parley.services;
	const endMs = Date.parse(`${date}T00:00:00Z`);
	while (api.nowMs() < endMs) {
		api.advanceMs(Math.min(DAY_MS, endMs - api.nowMs()));
		await jobs.runDue();
	}
}

inProcessDescribe("a year of an organization", () => {
	let owner: SignedIn;
	const path = (of: string) => `/orgs/${owner.orgId}${of}`;

	/** Sends a request as the owner, who signs in again each time: sessions do not last a year. */
	async function asOwner(method: string, of: string, body?: object) {
		const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
		const token = (await api.request("POST", "/auth/login", { body: credentials })).body.access_token;
		return api.request(method, path(of), { token, ...(body && { body }) });
	}
	const billing = async () => (await asOwner("GET", "/billing")).body.data;
	const invoices = async () => (await asOwner("GET", "/billing/invoices?limit=100")).body.data.toReversed();
	const choose = async (plan: object) => {
		const answer = await asOwner("POST", "/billing/plan", plan);
		if (answer.status !== 200) throw new Error(answer.text);
		return answer.body.data;
	};
	/** Pays everything that is open, as the operator notes it. */
	async function pay(): Promise<void> {
		for (const { id, status } of await invoices()) {
			if (status !== "open") continue;
			const token = await api.signInSystem();
			const paid = await api.request("POST", path(`/billing/invoices/${id}/pay`), { token, body: {} });
			expect(paid.status).toBe(200);
		}
	}
	const stateOf = async () =>
		(await api.request("GET", path("?fields=state"), { token: await api.signInSystem() })).body.data;

	test("is charged what its plans cost, to the cent", async () => {
		owner = await api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });
		const before = await billing();

		// Trial, and conversion to a plan that is paid for.
		const trial = await asOwner("POST", "/trial", { planCode: "team" });
		const trying = await billing();
		await until("2030-01-10");
		await choose({ planCode: "team", interval: "month", seats: 7 });
		const converted = (await asOwner("GET", "/trial")).body.data;
		await pay();
		await until("2030-02-11");
		await pay();

		// An upgrade in the middle of a period of 28 days, which includes 5,000 + 50,000 minutes of transcription.
		await until("2030-02-15");
		await use(owner.orgId, "transcriptionMs", 6_000 * MINUTE_MS);
		await until("2030-02-24");
		const upgrade = { planCode: "business", seats: 10 };
		const preview = await choose({ ...upgrade, dryRun: true });
		const upgraded = await choose(upgrade);
		await pay();
		await until("2030-03-01");
		await use(owner.orgId, "transcriptionMs", 50_000 * MINUTE_MS);
		await until("2030-03-11");
		await pay();

		// A downgrade at the end of the period, which nobody pays for.
		await until("2030-03-20");
		await useAt(owner.orgId, "transcriptionMs", 100 * MINUTE_MS, Date.parse("2030-02-20"));
		const downgraded = await choose({ planCode: "team", seats: 7 });
		await until("2030-04-11");
		const renewed = await billing();
		await until("2030-04-25");
		const late = await billing();
		await until("2030-05-09");
		const unpaid = await billing();
		const suspended = await stateOf();
		const refused = await asOwner("GET", "/members");
		await until("2030-05-20");
		await pay();
		const resumed = await billing();
		const active = await stateOf();
		await pay();
		await until("2030-06-21");
		await pay();

		// From months to years in the middle of a period of 30 days, which includes 5,000 minutes, and the end.
		await use(owner.orgId, "transcriptionMs", 6_000 * MINUTE_MS);
		await until("2030-07-05");
		await choose({ planCode: "team", interval: "year", seats: 7, effective: "immediately" });
		await pay();
		await until("2030-07-20");
		await use(owner.orgId, "translationMs", 5_250 * MINUTE_MS);
		await until("2030-08-06");
		await pay();
		await until("2030-11-05");
		const leaving = await choose({ planCode: "free" });
		await until("2031-07-01");
		await use(owner.orgId, "transcriptionMs", 10_010 * MINUTE_MS);
		const ending = await billing();
		await until("2031-07-06");
		await pay();
		const left = await billing();

		expect([before.plan.code, before.subscription.status]).toEqual(["free", "active"]);
		expect([trial.status, trying.plan.code, trying.subscription.status]).toEqual([201, "team", "trialing"]);
		expect(converted).toMatchObject({ status: "converted" });
		expect(preview).toMatchObject({ invoicePreview: { totalMinor: 6_600 } });
		expect(upgraded).toMatchObject({ subscription: { planCode: "business", status: "active" } });
		expect(downgraded).toMatchObject({
			subscription: {
				planCode: "business",
				pendingChange: { planCode: "team", effectiveAt: "2030-04-10T00:00:00.000Z" },
			},
			invoicePreview: null,
		});
		expect(renewed.subscription).toMatchObject({ planCode: "team", pendingChange: null, seats: 7 });
		expect([late.subscription.status, late.account.delinquent]).toEqual(["past_due", true]);
		expect([unpaid.subscription.status, suspended.state, refused.status]).toEqual(["paused", "suspended", 403]);
		expect([resumed.subscription.status, active.state]).toEqual(["active", "active"]);
		expect(leaving.subscription).toMatchObject({ planCode: "team", cancelAtPeriodEnd: true });
		expect(ending.upcomingInvoice).toMatchObject({ totalMinor: 9, lines: [{ kind: "usage", quantity: 10 }] });
		expect([left.subscription.status, left.plan.code, left.upcomingInvoice]).toEqual(["canceled", "free", null]);

		const all = await invoices();
		expect(
			all.map(({ kind, periodStart, totalMinor, status }: Invoice) => [
				periodStart.slice(0, 10),
				kind === "invoice" ? totalMinor : -totalMinor,
				status,
			]),
		).toEqual([
			["2030-01-10", 6_700, "paid"], // Team: 49.00 + 2 × 9.00
			["2030-02-10", 6_700, "paid"],
			["2030-02-24", 6_600, "paid"], // half of Business 199.00 − half of Team 67.00
			["2030-02-24", 20_600, "paid"], // Business 199.00 + 56,000 − 55,000 minutes of the month before × 7.00 ÷ 1,000
			["2030-02-24", 6_770, "paid"], // Team again + 100 minutes of February that came late; paid on May 20
			["2030-05-20", 6_700, "paid"],
			["2030-06-20", 6_700, "paid"],
			["2030-06-20", -3_350, "issued"], // half of 67.00, which pays a part of what follows
			["2030-06-20", 67_900, "paid"], // a year of Team: 490.00 + 2 × 90.00, + 1,000 minutes × 0.90 ÷ 100
			["2030-07-05", 300, "paid"], // 250 minutes of translation × 1.20 ÷ 100
			["2031-06-05", 9, "paid"], // 10 minutes × 0.90 ÷ 100
		]);
		expect(all.reduce((sum: number, { amountPaidMinor }: Invoice) => sum + amountPaidMinor, 0)).toBe(125_629);
		expect(all.filter(({ kind }: Invoice) => kind === "invoice").map(({ number }: Invoice) => number)).toEqual(
			Array.from({ length: 10 }, (_, n) => `INV-${String(n + 1).padStart(6, "0")}`),
		);
		const log = await api.request("GET", path("/audit-logs?action=subscription.*&order=asc&limit=100"), {
			token: await api.signInSystem(),
		});
		expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
			"subscription.start_trial",
			"subscription.announce_trial_end",
			"subscription.change_plan",
			"subscription.renew",
			"subscription.change_plan",
			"subscription.renew",
			"subscription.schedule",
			"subscription.change_plan",
			"subscription.fall_past_due",
			"subscription.pause",
			"subscription.resume",
			"subscription.renew",
			"subscription.change_plan",
			"subscription.schedule",
			"subscription.cancel",
		]);
	}, 120_000);
});
