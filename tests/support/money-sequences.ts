import fc from "fast-check";
import { MoneyOracle, type ShownInvoice, type ShownMoney } from "./money-oracle.ts";

/** What is chosen. */
export interface Choice {
	readonly planCode: string;
	readonly interval: "month" | "year";
	readonly seats: number;
	readonly effective: "immediately" | "period_end" | undefined;
}

/** One thing that is done with money. `which` and `part` select among what there is then. */
export type MoneyStep =
	| ({ readonly do: "choose" } & Choice)
	| { readonly do: "leave"; readonly effective: "immediately" | "period_end" | undefined }
	| { readonly do: "pay" | "receive" | "credit"; readonly which: number; readonly part: number }
	| { readonly do: "void"; readonly which: number }
	| { readonly do: "refund"; readonly currency: string; readonly part: number }
	| { readonly do: "trial" }
	| { readonly do: "use"; readonly minor: number }
	| { readonly do: "country"; readonly country: string }
	| { readonly do: "wait"; readonly ms: number };

/** What sequences are played on; each returns whether it was done, or refused. */
export interface MoneyWorld {
	nowMs(): number;
	shown(): Promise<ShownMoney> | ShownMoney;
	choose(choice: Choice): Promise<boolean> | boolean;
	leave(effective: "immediately" | "period_end" | undefined): Promise<boolean> | boolean;
	/** Notes what the operator has received, at most what is due. */
	pay(invoice: ShownInvoice, minor: number): Promise<boolean> | boolean;
	/** Takes in what a provider has received, whatever the invoice is by now. */
	receive(invoice: ShownInvoice, minor: number): Promise<boolean> | boolean;
	credit(invoice: ShownInvoice, minor: number): Promise<boolean> | boolean;
	void(invoice: ShownInvoice): Promise<boolean> | boolean;
	refund(currency: string, minor: number): Promise<boolean> | boolean;
	trial(): Promise<boolean> | boolean;
	/** Has the next invoice charge for use; returns in which currency, null: it charges nothing. */
	use(minor: number): Promise<string | null> | string | null;
	setCountry(country: string): Promise<boolean> | boolean;
	wait(ms: number): Promise<void> | void;
}

const DAY_MS = 86_400_000;
/** Time that passes at once: in it, no two periods end. */
const CHUNK_MS = 14 * DAY_MS;
const which = fc.nat(20);
const part = fc.constantFrom(0.001, 0.1, 0.5, 0.9, 1, 1.5);
const effective = fc.constantFrom(undefined, "immediately", "period_end") as fc.Arbitrary<Choice["effective"]>;
const choice = fc.record({
	do: fc.constant("choose" as const),
	planCode: fc.constantFrom("team", "education", "business"),
	interval: fc.constantFrom("month", "year") as fc.Arbitrary<Choice["interval"]>,
	seats: fc.integer({ min: 1, max: 14 }),
	effective,
});

const steps: fc.Arbitrary<MoneyStep> = fc.oneof(
	{ weight: 5, arbitrary: choice },
	{ weight: 3, arbitrary: fc.record({ do: fc.constant("leave" as const), effective }) },
	{
		weight: 6,
		arbitrary: fc.record({ do: fc.constantFrom("pay" as const, "receive" as const, "credit" as const), which, part }),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("void" as const), which }) },
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant("refund" as const), currency: fc.constantFrom("EUR", "USD"), part }),
	},
	{ weight: 1, arbitrary: fc.constant({ do: "trial" } as const) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("use" as const), minor: fc.integer({ min: 1, max: 5_000 }) }) },
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant("wait" as const),
			ms: fc.oneof(fc.integer({ min: 1, max: DAY_MS }), fc.integer({ min: DAY_MS, max: 40 * DAY_MS })),
		}),
	},
);

/** Sequences of what people, operators and providers do with money. */
export const sequences = fc.array(steps, { minLength: 2, maxLength: 20 });

const country = fc.record({ do: fc.constant("country" as const), country: fc.constantFrom("FR", "DE", "CA", "CH") });
/** The same, of people who move to countries with other taxes: of 19 % at most. */
export const taxedSequences = fc.array(fc.oneof({ weight: 1, arbitrary: country }, { weight: 6, arbitrary: steps }), {
	minLength: 2,
	maxLength: 20,
});

/** Plays a sequence. @returns what is wrong with the money, after the step that has made it so */
export async function play(world: MoneyWorld, sequence: readonly MoneyStep[], taxPercent = 0): Promise<string[]> {
	const oracle = new MoneyOracle(taxPercent);
	for (const [index, step] of sequence.entries()) {
		const chunks = step.do === "wait" ? Math.ceil(step.ms / CHUNK_MS) : 1;
		let money = await world.shown();
		for (let n = 0; n < chunks; n++) {
			await take(world, step.do === "wait" ? { ...step, ms: Math.ceil(step.ms / chunks) } : step, oracle);
			money = await world.shown();
			oracle.observe(world.nowMs(), money.terms);
		}
		const faults = oracle.faults(money);
		if (faults.length > 0) return faults.map((fault) => `after step ${index}, ${step.do}: ${fault}`);
	}
	return [];
}

async function take(world: MoneyWorld, step: MoneyStep, oracle: MoneyOracle): Promise<void> {
	if (step.do === "choose") await world.choose(step);
	else if (step.do === "leave") await world.leave(step.effective);
	else if (step.do === "trial") await world.trial();
	else if (step.do === "country") await world.setCountry(step.country);
	else if (step.do === "wait") await world.wait(step.ms);
	else if (step.do === "use") {
		const currency = await world.use(step.minor);
		if (currency !== null) oracle.used(currency, step.minor);
	} else if (step.do === "refund") {
		const balance = (await world.shown()).balances[step.currency] ?? 0;
		const minor = Math.max(1, Math.floor(balance * step.part));
		if (await world.refund(step.currency, minor)) oracle.refunded(step.currency, minor);
	} else await settle(world, step, oracle);
}

type Settling = Extract<MoneyStep, { readonly which: number }>;

async function settle(world: MoneyWorld, step: Settling, oracle: MoneyOracle): Promise<void> {
	const { invoices } = await world.shown();
	const invoice = invoices[step.which % Math.max(1, invoices.length)];
	if (invoice === undefined) return;
	const { currency, totalMinor, dueMinor, correctedMinor } = invoice;
	if (step.do === "void") {
		if (await world.void(invoice)) oracle.waived(currency, totalMinor - correctedMinor);
		return;
	}
	const of = step.do === "pay" ? dueMinor : totalMinor;
	const minor = Math.max(1, Math.floor(of * step.part));
	if (step.do === "credit") {
		if (await world.credit(invoice, minor)) oracle.waived(currency, minor);
	} else if (await world[step.do](invoice, minor)) oracle.paid(currency, minor);
}
