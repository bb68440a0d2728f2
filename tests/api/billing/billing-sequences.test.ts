/**
 * Sequences of purchase, change, leave, void, credit note, payment, refund and trial through the front door, with the oracle
 * of tests/modules/billing-ledger. `PARLEY_SEQUENCES=300` plays that many.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { lockOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import type { ShownInvoice, ShownMoney, ShownTerms } from "#tests/support/money-oracle";
import { type Choice, type MoneyWorld, play, sequences, taxedSequences } from "#tests/support/money-sequences";
import { inProcessDescribe } from "#tests/support/target";

const numRuns = Number(Bun.env.PARLEY_SEQUENCES ?? 12);
const LIMIT_MS = 3_600_000;
const PAID_FOR = ["active", "past_due", "paused"];

const api = await useHarness({
	env: {
		BILLING_ENFORCEMENT: "hard",
		RATE_LIMITS: "off",
		BILLING_TAX_RATES: "DE=19 MwSt,CH=8.1 included MWST,CA=5 GST,CA=7 PST",
	},
});

/** An organization of the real program, its owner and its operator. */
class MoneyAtTheFrontDoor implements MoneyWorld {
	readonly #owner: SignedIn;
	#token: string;
	#system: string;

	private constructor(owner: SignedIn, system: string) {
		this.#owner = owner;
		this.#token = owner.token;
		this.#system = system;
	}

	static async open(): Promise<MoneyAtTheFrontDoor> {
		const owner = await api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });
		const system = await api.signInSystem();
		const plan = { token: system, body: { currency: "USD" } };
		await api.request("PATCH", "/configurations/plans/business", plan);
		return new MoneyAtTheFrontDoor(owner, system);
	}

	nowMs = () => api.nowMs();

	async #send(token: string, method: string, of: string, body?: object) {
		const answer = await api.request(method, `/orgs/${this.#owner.orgId}/billing${of}`, {
			token,
			...(body && { body }),
		});
		expect([200, 201, 402, 403, 409, 422]).toContain(answer.status);
		return answer;
	}

	readonly #did = async (token: string, method: string, of: string, body?: object) =>
		(await this.#send(token, method, of, body)).status < 300;

	async shown(): Promise<ShownMoney> {
		const { account, subscription } = (await this.#send(this.#token, "GET", "")).body.data;
		const invoices = (await this.#send(this.#token, "GET", "/invoices?limit=200")).body.data;
		const others: { currency: string; balanceMinor: number }[] = account.otherBalances;
		return {
			terms: PAID_FOR.includes(subscription.status) && subscription.id !== null ? termsOf(subscription) : null,
			invoices: invoices.map((each: Record<string, never>) => ({
				id: each.id,
				kind: each.kind,
				currency: each.currency,
				state: each.status,
				totalMinor: each.totalMinor,
				dueMinor: each.amountDueMinor,
				correctedMinor: each.correctedMinor,
			})),
			balances: Object.fromEntries([account, ...others].map((each) => [each.currency, each.balanceMinor])),
		};
	}

	choose = ({ planCode, interval, seats, effective }: Choice) =>
		this.#did(this.#token, "POST", "/plan", { planCode, interval, seats, ...(effective && { effective }) });

	leave = (effective: Choice["effective"]) =>
		this.#did(this.#token, "POST", "/plan", { planCode: "free", ...(effective && { effective }) });

	pay = ({ id }: ShownInvoice, amountMinor: number) =>
		this.#did(this.#system, "POST", `/invoices/${id}/pay`, { amountMinor });

	async receive({ id, kind }: ShownInvoice, amountMinor: number): Promise<boolean> {
		if (kind !== "invoice") return false;
		const { unitOfWork, invoices } = api.parley.services;
		await unitOfWork.run(systemContext("cli:test"), async (change) => {
			const organization = await lockOrganization(change.tx, this.#owner.orgId);
			await invoices.receive(change, organization, id, { amountMinor, reference: null });
		});
		return true;
	}

	credit = ({ id }: ShownInvoice, amountMinor: number) =>
		this.#did(this.#system, "POST", `/invoices/${id}/credit-notes`, { reason: "Outage", amountMinor });

	void = ({ id }: ShownInvoice) => this.#did(this.#system, "POST", `/invoices/${id}/void`);

	refund = (currency: string, amountMinor: number) =>
		this.#did(this.#system, "POST", "/account/refunds", { currency, amountMinor });

	async trial(): Promise<boolean> {
		const { orgId } = this.#owner;
		return (await api.request("POST", `/orgs/${orgId}/trial`, { token: this.#token, body: {} })).status === 201;
	}

	use = () => null;

	setCountry = (country: string) => this.#did(this.#token, "PATCH", "/account", { address: { country } });

	async wait(ms: number): Promise<void> {
		api.advanceMs(ms);
		await api.parley.services.jobs.runDue();
		const { email, orgId } = this.#owner;
		const credentials = { email, password: PASSWORD, orgId };
		this.#token = (await api.request("POST", "/auth/login", { body: credentials })).body.access_token;
		this.#system = await api.signInSystem();
	}
}

const termsOf = (shown: Omit<ShownTerms, "startMs" | "endMs"> & Record<`currentPeriod${"Start" | "End"}`, string>) => ({
	planCode: shown.planCode,
	interval: shown.interval,
	seats: shown.seats,
	startMs: Date.parse(shown.currentPeriodStart),
	endMs: Date.parse(shown.currentPeriodEnd),
});

const holds = async (of: typeof sequences, taxPercent: number) =>
	fc.assert(
		fc.asyncProperty(of, async (sequence) => {
			expect(await play(await MoneyAtTheFrontDoor.open(), sequence, taxPercent)).toEqual([]);
		}),
		{ numRuns },
	);

inProcessDescribe("no sequence of requests creates money", () => {
	test("to the cent", () => holds(sequences, 0), LIMIT_MS);
	test("where taxes change with the country", () => holds(taxedSequences, 19), LIMIT_MS);
});
