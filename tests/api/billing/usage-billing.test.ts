/** Use beyond what a plan includes: what it costs, when it is charged, and that no limit refuses it. */
import { expect, test } from "bun:test";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { entitle, use, useAt } = entitledOf(api);
const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;

/** Pays everything that is open, as the operator notes it. */
async function pay(orgId: string): Promise<void> {
	const token = await api.signInSystem();
	const { body } = await api.request("GET", `/orgs/${orgId}/billing/invoices?status=open`, { token });
	for (const { id } of body.data)
		await api.request("POST", `/orgs/${orgId}/billing/invoices/${id}/pay`, { token, body: {} });
}

/** Returns how to let days pass, with everything that is due meanwhile, paid at once. */
const daysOf =
	({ orgId }: SignedIn) =>
	async (count: number): Promise<void> => {
		for (let n = 0; n < count; n++) {
			api.advanceMs(DAY_MS);
			if ((await api.parley.services.jobs.runDue()) > 0) await pay(orgId);
		}
	};

/** Returns how to send requests as an owner, who signs in again each time: tokens do not last for days. */
const as = (owner: SignedIn) => async (method: string, of: string, body?: object) => {
	const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	const token = (await api.post("/auth/login", credentials)).body.access_token;
	const answer = await api.request(method, `/orgs/${owner.orgId}/billing${of}`, { token, ...(body && { body }) });
	if (answer.status !== 200) throw new Error(answer.text);
	return answer.body.data;
};
const made = async () => {
	const owner = await api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });
	return {
		owner,
		send: as(owner),
		days: daysOf(owner),
		/** Lets days pass in which nothing runs. */
		advance: (count: number) => api.advanceMs(count * DAY_MS),
		transcribe: (minutes: number) => use(owner.orgId, "transcriptionMs", minutes * MINUTE_MS),
	};
};
type Line = Readonly<Record<string, unknown>> & {
	readonly kind: string;
	readonly quantity: number;
	readonly amountMinor: number;
};
/** Returns the lines of use of all invoices, oldest first. */
const usageLines = async (send: ReturnType<typeof as>): Promise<Line[]> =>
	(await send("GET", "/invoices?limit=100"))
		.toReversed()
		.flatMap(({ lines }: { lines: readonly Line[] }) => lines.filter(({ kind }) => kind === "usage"));
const team = { planCode: "team", seats: 5 };

inProcessDescribe("use beyond what is included", () => {
	test("is charged at the end of the month, with the renewal, and shown in the running bill and the next invoice", async () => {
		const { send, transcribe, days } = await made();
		const { subscription } = await send("POST", "/plan", team);
		await transcribe(10_000);
		const atLimit = (await send("GET", "/bill")).totalMinor;
		await transcribe(1_234.6);

		const billing = await send("GET", "");
		const bill = await send("GET", "/bill");
		await days(32);
		const [line, ...others] = await usageLines(send);
		const last = (await send("GET", "/invoices"))[0];

		expect(billing.entitlements).toContainEqual(
			expect.objectContaining({
				key: "transcription_minutes",
				used: 11_235,
				remaining: 0,
				resetsAt: subscription.currentPeriodEnd,
				overage: { per: 100, amountMinor: 90, currency: "EUR", included: 10_000 },
			}),
		);
		expect([atLimit, bill.totalMinor, billing.upcomingInvoice.totalMinor]).toEqual([4_900, 6_012, 6_012]);
		// 1,235 × 0.90 ÷ 100 = 11.115
		expect(line).toEqual({
			kind: "usage",
			description: "Team, minutes of transcription beyond 10,000",
			quantity: 1_235,
			unit: "minute",
			unitAmountMinor: 90,
			per: 100,
			amountMinor: 1_112,
			periodStart: subscription.currentPeriodStart,
			periodEnd: subscription.currentPeriodEnd,
		});
		expect([others, last.lines.length, last.totalMinor]).toEqual([[], 2, 6_012]);
	});

	test("is recorded late and charged with the next invoice, once", async () => {
		const { owner, send, transcribe, days } = await made();
		await send("POST", "/plan", team);
		const firstMs = api.nowMs() + DAY_MS;
		await transcribe(10_050);
		await days(32);
		await useAt(owner.orgId, "transcriptionMs", 200 * MINUTE_MS, firstMs);
		await days(31);
		await useAt(owner.orgId, "transcriptionMs", 7 * MINUTE_MS, firstMs);
		await days(62);

		const lines = await usageLines(send);
		expect(lines.map(({ quantity, amountMinor }) => [quantity, amountMinor])).toEqual([
			[50, 45],
			[200, 180],
			[7, 6],
		]);
		expect(new Set(lines.map(({ periodStart }) => periodStart)).size).toBe(1);
	});

	test("of a yearly subscription is charged each month", async () => {
		const { send, transcribe, days } = await made();
		await send("POST", "/plan", { ...team, interval: "year" });
		await transcribe(10_100);
		const upcoming = (await send("GET", "")).upcomingInvoice;
		await days(32);
		await transcribe(10_000);
		await days(31);
		await transcribe(10_300);
		await days(31);

		const lines = await usageLines(send);
		expect(upcoming).toMatchObject({ totalMinor: 90 });
		expect(lines.map(({ quantity }) => quantity)).toEqual([100, 300]);
		expect((await send("GET", "/invoices")).map(({ totalMinor }: Line) => totalMinor)).toEqual([270, 90, 49_000]);
	});

	test("is included by the time of each plan when the plan changes within the month, and has the price of its time", async () => {
		const { send, transcribe, days } = await made();
		const { subscription } = await send("POST", "/plan", team);
		const month = Date.parse(subscription.currentPeriodEnd) - Date.parse(subscription.currentPeriodStart);
		await days(15);
		await transcribe(9_000);
		await send("POST", "/plan", { planCode: "business", seats: 10 });
		await transcribe(60_000);
		const included = Math.round(10_000 * ((15 * DAY_MS) / month) + 100_000 * (1 - (15 * DAY_MS) / month));
		await days(18);

		const lines = await usageLines(send);
		expect(lines).toMatchObject([
			{
				description: `Business, minutes of transcription beyond ${included.toLocaleString("en")}`,
				quantity: 69_000 - included,
				unitAmountMinor: 700,
				per: 1_000,
			},
		]);
	});

	test("is charged once when the plan changes after the end of a period that nothing has begun anew yet", async () => {
		const { send, transcribe, days, advance } = await made();
		await send("POST", "/plan", team);
		await transcribe(10_100);
		advance(32);
		await transcribe(200_000);
		await send("POST", "/plan", { planCode: "business", seats: 10 });
		await transcribe(10_000);
		await days(32);

		const lines = await usageLines(send);
		expect(lines.map(({ quantity }) => quantity)).toEqual([100, 110_000]);
	});

	test("is charged when a subscription ends, now or with its period, and shown by a dry run", async () => {
		const { send, transcribe, days } = await made();
		await send("POST", "/plan", team);
		await transcribe(10_100);
		await send("POST", "/plan", { planCode: "free" });
		const upcoming = (await send("GET", "")).upcomingInvoice;
		await days(32);
		const atEnd = await usageLines(send);

		await send("POST", "/plan", team);
		await transcribe(10_200);
		await days(1);
		const leave = { planCode: "free", effective: "immediately" };
		const shown = await send("POST", "/plan", { ...leave, dryRun: true });
		await send("POST", "/plan", leave);
		const [, ofNow] = await usageLines(send);

		expect(upcoming).toMatchObject({ totalMinor: 90, lines: [{ kind: "usage", quantity: 100 }] });
		expect(atEnd.map(({ quantity }) => quantity)).toEqual([100]);
		// A day of the month includes a day's part of the minutes.
		expect(ofNow?.quantity).toBeGreaterThan(9_800);
		expect(shown.invoicePreview.lines).toContainEqual(ofNow);
		expect((await send("GET", "")).subscription.status).toBe("canceled");
	});

	test("adds up to what was used, over a sequence of plan changes", async () => {
		const { owner, send, transcribe, days } = await made();
		// Nothing is included, so all that is used is charged for.
		await entitle(owner.orgId, { transcription_minutes: 0 });
		const plans = ["team", "business", "education", "business", "team", "education"];
		let used = 0;
		for (const [step, planCode] of [...plans, ...plans].entries()) {
			const interval = step % 5 === 3 ? "year" : "month";
			await send("POST", "/plan", { planCode, interval, seats: 10, effective: "immediately" });
			const minutes = 100 + 37 * step + 0.25;
			used += minutes;
			await transcribe(minutes);
			await days(1 + ((step * 7) % 20));
		}
		await send("POST", "/plan", { planCode: "free", effective: "immediately" });

		const lines = await usageLines(send);
		const months = new Set(lines.map(({ periodStart }) => periodStart)).size;
		const charged = lines.reduce((sum, { quantity }) => sum + quantity, 0);
		// Each month is rounded once, to whole minutes.
		expect(Math.abs(charged - used)).toBeLessThanOrEqual(months / 2);
		for (const { quantity, unitAmountMinor, per, amountMinor } of lines)
			expect(amountMinor).toBe(Math.round((quantity * Number(unitAmountMinor)) / Number(per)));
	}, 120_000);
});

test("A limit refuses nothing where more is sold, but during a trial and where no price was agreed upon", async () => {
	const { owner } = await made();
	const { id: workspaceId } = await meetings.createWorkspace(owner);
	const meet = async () => verdictOf(await meetings.create(owner, workspaceId));
	const choose = (seats: number) => owner.post(`/orgs/${owner.orgId}/billing/plan`, { planCode: "team", seats });
	const refused = [402, "quota_exceeded", "meeting_minutes", "education"];

	await owner.post(`/orgs/${owner.orgId}/trial`, { planCode: "team" });
	await use(owner.orgId, "meetingMs", 50_000 * MINUTE_MS);
	const trying = await meet();
	await choose(5);
	await use(owner.orgId, "meetingMs", 50_000 * MINUTE_MS);
	const withoutPrice = await meet();
	const { overage } = (await owner.get("/configurations/plans")).body.data.plans.find(
		({ code }: { code: string }) => code === "team",
	);
	const price = { per: 1_000, amountMinor: 10 };
	const path = "/configurations/plans/team";
	const patched = await api.as(await api.signInSystem()).patch(path, {
		overage: { ...overage, meeting_minutes: price },
	});
	const before = await meet();
	await choose(6);
	const after = await meet();
	await api.as(await api.signInSystem()).patch(path, { overage: null });
	const agreed = await meet();

	expect(patched.status).toBe(200);
	expect([trying, withoutPrice, before, after, agreed]).toEqual([refused, refused, refused, "allowed", "allowed"]);
});
